# Sourced by up, test and manage: sets `root` (this clone), `python` (of .venv, made if need be).
# usage: . python.sh; prepare "$0" [EXTRA]

prepare() {
    root=$(CDPATH= cd -- "$(dirname -- "$1")/.." && pwd -P)
    found=
    for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
        command -v "$candidate" >/dev/null 2>&1 || continue
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            system_python=$candidate
            break
        fi
        found="$found $candidate is $("$candidate" -V 2>&1 || true);"
    done
    if [ -z "${system_python:-}" ]; then
        echo "Railbird needs Python 3.11 or newer, and there is none on the PATH.${found:+ (Found:$found)}" >&2
        exit 1
    fi
    "$system_python" -I "$root/deploy/venv.py" "$root" "${2:-}" || exit 1
    python=$root/.venv/bin/python
}
