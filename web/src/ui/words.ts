// The components' own texts. The application passes a translated set. English is the default, so that a component is
// never without a name.

export const defaultWords = {
  close: 'Close',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  save: 'Save',
  clear: 'Clear',
  optional: 'optional',
  loading: 'Loading',
  noResults: 'No results',
  listFailed: 'Couldn’t load the list. Type to try again.',
  partFailed: 'Couldn’t load this part. Check your connection.',
  retry: 'Retry',
  optionsFailed: 'Couldn’t load all options. Retry',
  /** Between the name of a filter and its value. */
  colon: ': ',
  choose: 'Choose',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Error copying. Select the text and copy it.',
  copyUnable: 'Oops, unable to copy. Select the text and copy it.',
  actions: 'Actions',
  select: 'Select row',
  selectAll: 'Select all rows',
  /** "3 selected". */
  selected: (count: number) => `${count} selected`,
  /** "Select all 3,000": all matching rows, not only those of the page. */
  selectEvery: (count: number) => `Select all ${count}`,
  /** "Remove India", for the button on a chip. */
  remove: (what: string) => `Remove ${what}`,
  /** "4 more", for values that do not fit. */
  more: (count: number) => `${count} more`,
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  perPage: (count: number) => `${count} per page`,
  /** "1–10 of 34". */
  range: (from: number, to: number, total: number) => `${from}–${to} of ${total}`,
  nextMonth: 'Next month',
  previousMonth: 'Previous month',
  calendar: 'Calendar',
  hour: 'Hour',
  minute: 'Minute',
  am: 'AM',
  pm: 'PM',
  next: 'Next',
  previous: 'Previous',
  breadcrumbs: 'Breadcrumbs',
  notifications: 'Notifications',
  browse: 'Choose file',
  dropHere: 'Drop file here',
  removeFile: 'Remove file',
  /** "1.2 of 3.8 MB"; both parts are already formatted. */
  bytesOf: (sent: string, total: string) => `${sent} of ${total}`,
  steps: 'Steps',
  stepDone: 'done',
}

export type UiWords = typeof defaultWords
