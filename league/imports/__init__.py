"""Play histories from elsewhere, and ours for elsewhere.

``formats`` are pure: a file's bytes in, plays and bad rows out (``plays`` holds the shapes, ``cells`` reads what stands
in one cell). ``staging`` takes a file in, ``reporting`` says what applying it would do, ``applying`` does it in pieces,
``jobs`` is the worker's side, ``exporting`` the way out.
"""
