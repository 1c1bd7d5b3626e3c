// Texts in the page's language. The English text is the key; the page brings the translations (league/pages/texts.py),
// and tests/league/test_languages.py finds what is written here without t().
const given = document.getElementById("texts");
const { language, plurals, texts } = given ? JSON.parse(given.textContent) : { language: "en", plurals: ["one", "other"], texts: {} };
const rules = new Intl.PluralRules(language);
const digits = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 4 });

export { language };

// t("Roll {n}", { n: 3 }); without values the {placeholders} stay.
export function t(text, values) {
  return fill(texts[text] || text, values);
}

// tn("{n} horse", "{n} horses", 2): the form that goes with n; n is a value too.
export function tn(one, many, n, values = {}) {
  const forms = texts[one] || [one, many];
  const which = plurals.indexOf(rules.select(n));
  return fill(forms[which < 0 ? forms.length - 1 : Math.min(which, forms.length - 1)], { n, ...values });
}

export const number = (value) => digits.format(value);

// "4, 7 and 8"
export function and(names) {
  return names.length < 2 ? names.join("") : t("{all} and {last}", { all: names.slice(0, -1).join(", "), last: names.at(-1) });
}

const fill = (text, values) => (values ? text.replace(/{(\w+)}/g, (whole, name) => (name in values ? values[name] : whole)) : text);
