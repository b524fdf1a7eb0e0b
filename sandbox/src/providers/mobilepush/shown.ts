/** What a phone shows of a message that was kept, whichever service brought it; undefined for something else. */
export function readShown(raw: Buffer): { title: string; body: string } | undefined {
  try {
    const { notification, aps } = JSON.parse(raw.toString()) as Kept
    const shown = notification ?? aps?.alert
    return shown && { title: shown.title ?? '', body: shown.body ?? '' }
  } catch {
    return undefined
  }
}

interface Words {
  title?: string
  body?: string
}

interface Kept {
  /** Of Firebase. */
  notification?: Words
  /** Of Apple. */
  aps?: { alert?: Words }
}
