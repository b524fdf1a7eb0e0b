// The words that components say by themselves. The application hands over a translated set; English is the default so
// that a component never stands without a name.

export type UiWords = {
  close: string
  dismiss: string
  cancel: string
  save: string
  clear: string
  optional: string
  loading: string
  noResults: string
  choose: string
  showPassword: string
  hidePassword: string
  copy: string
  copied: string
  copyFailed: string
  copyUnable: string
  actions: string
  select: string
  selectAll: string
  /** "3 selected". */
  selected: (count: number) => string
  /** "Remove India", for the cross on a chip. */
  remove: (what: string) => string
  /** "4 more", for values that found no room. */
  more: (count: number) => string
  pages: string
  page: (number: number) => string
  nextPage: string
  previousPage: string
  perPage: (count: number) => string
  /** "1–10 of 34". */
  range: (from: number, to: number, total: number) => string
  nextMonth: string
  previousMonth: string
  calendar: string
  hour: string
  minute: string
  am: string
  pm: string
  next: string
  previous: string
  breadcrumbs: string
  notifications: string
  browse: string
  dropHere: string
  removeFile: string
  /** "1.2 of 3.8 MB", both already formatted. */
  bytesOf: (sent: string, total: string) => string
  steps: string
  stepDone: string
}

export const defaultWords: UiWords = {
  close: 'Close',
  dismiss: 'Dismiss',
  cancel: 'Cancel',
  save: 'Save',
  clear: 'Clear',
  optional: 'optional',
  loading: 'Loading',
  noResults: 'Nothing found',
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
  selected: count => `${count} selected`,
  remove: what => `Remove ${what}`,
  more: count => `${count} more`,
  pages: 'Pages',
  page: number => `Page ${number}`,
  nextPage: 'Next page',
  previousPage: 'Previous page',
  perPage: count => `${count} per page`,
  range: (from, to, total) => `${from}–${to} of ${total}`,
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
  browse: 'Choose a file',
  dropHere: 'Drop the file here',
  removeFile: 'Remove file',
  bytesOf: (sent, total) => `${sent} of ${total}`,
  steps: 'Steps',
  stepDone: 'done',
}
