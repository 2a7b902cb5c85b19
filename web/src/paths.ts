// A link may also be written as a path: /seat/… is #/seat/…. Done before anything reads where the page is.
if (location.pathname !== '/') history.replaceState(null, '', `/#${location.pathname}${location.search}`);
