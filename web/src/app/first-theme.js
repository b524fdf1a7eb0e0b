// Runs before anything is painted: the theme this browser keeps, so that the page never changes colour while one looks
// at it. A file of its own, since the content policy allows no script inside the page. See theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // A browser that keeps nothing follows the system.
}
