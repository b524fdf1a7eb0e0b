import { z } from 'zod'
import { readJson } from '../../json.ts'

/** What a phone shows of a message, and what its app uses (docs/mobile-push.md). Missing parts are empty. */
export interface ShownPush {
  title: string
  body: string
  image: string
  /** The link that a tap opens: on the web, or in the app. */
  url: string
  /** The token of its delivery. */
  token: string
  buttons: { title: string; url: string }[]
}

const text = z.string().catch('')
const buttons = z.array(z.object({ title: text, url: text })).catch([])
const words = z.object({ title: text, body: text, image: text })

const ofFirebase = z
  .object({
    notification: words,
    data: z.object({ notifly_token: text, notifly_url: text, notifly_actions: text }).optional(),
  })
  .transform(({ notification, data }): ShownPush => ({
    ...notification,
    url: data?.notifly_url ?? '',
    token: data?.notifly_token ?? '',
    buttons: buttons.parse(readJson(data?.notifly_actions ?? '')),
  }))

const ofApple = z
  .object({
    aps: z.object({ alert: words }),
    notifly: z.object({ image: text, url: text, token: text, actions: buttons }).optional(),
  })
  .transform(({ aps, notifly }): ShownPush => ({
    ...aps.alert,
    image: notifly?.image ?? '',
    url: notifly?.url ?? '',
    token: notifly?.token ?? '',
    buttons: notifly?.actions ?? [],
  }))

const shown = z.union([ofFirebase, ofApple])

/** The content of a stored message, from either service; undefined for other messages. */
export function readShown(raw: Buffer): ShownPush | undefined {
  return shown.safeParse(readJson(raw.toString())).data
}
