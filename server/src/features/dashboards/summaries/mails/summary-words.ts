import type { Channel } from '@notifly/contracts/applications/applications'

interface Kind {
  /** `{application}` is a name. */
  subject: string
  /** `{days}` are the first and the last one. */
  text: string
  note: string
}

/** The words of summaries, and of the page that stops them. */
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
  /** Shown above the address that the button opens. */
  copy: string
  /** `{host}` is the host of this installation. */
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
