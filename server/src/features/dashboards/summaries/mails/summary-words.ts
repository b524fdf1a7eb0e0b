import type { Channel } from '@notifly/contracts/applications/applications'

interface Kind {
  /** `{application}` is a name. */
  subject: string
  /** `{days}` are from the first to the last one. */
  text: string
  note: string
}

/** What summaries say, and the page on which they are stopped. */
export interface SummaryWords {
  weekly: Kind
  monthly: Kind
  nothingSent: string
  sent: string
  delivered: string
  opened: string
  clicked: string
  unsubscribed: string
  newContacts: string
  channels: Record<Channel, string>
  /** Beside the number that a channel sent. */
  ofChannel: string
  button: string
  stop: string
  /** Stands above the address that the button leads to. */
  copy: string
  /** `{host}` is where this installation runs. */
  footer: string
  page: {
    title: string
    text: string
    stop: string
    stopped: string
    stoppedText: string
    unknown: string
    unknownText: string
    language: string
    languageName: string
  }
}
