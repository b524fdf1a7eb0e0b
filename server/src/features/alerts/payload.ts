/**
 * An alert in the format of the dashboard's worker and of Safari from 18.4 on (declarative web push, webkit.org/blog/16535). Bystanders may
 * see it: it says what waits, and nothing about messages or recipients.
 */
import { Buffer } from 'node:buffer'

export interface AlertText {
  title: string
  body: string
  lang: string
  /** The page that a click opens. */
  navigate: string
  icon: string
  /** A later alert with the same tag takes the place of an earlier one. */
  tag: string
  /** Only corrects an earlier one: without a sound. */
  isQuiet: boolean
}

/** Far below the limit of push services, since names in it are cut. */
export function alertPayload({ title, body, lang, navigate, icon, tag, isQuiet }: AlertText): Buffer {
  const notification = { title, body, lang, dir: 'auto', navigate, icon, tag, ...(isQuiet && { silent: true }) }
  return Buffer.from(JSON.stringify({ web_push: 8030, notification, mutable: true }))
}
