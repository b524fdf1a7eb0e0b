/** Fields that the sender supplies to every message, beside the contact's own. */
export const SENDER_FIELDS = ['unsubscribe_url', 'preferences_url'] as const

/** Emails have one more: the URL of the page that shows them in a browser. */
export const MAIL_FIELDS = [...SENDER_FIELDS, 'view_in_browser_url'] as const
