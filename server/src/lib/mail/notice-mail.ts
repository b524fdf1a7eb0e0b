/** Layout of the product's own emails: a headline, a sentence or two, a button. */

export interface NoticeMail {
  /** Language of the text, for screen readers. */
  locale: string
  /** Also the headline. */
  subject: string
  text: string
  button: string
  /** Where the button leads. */
  link: string
  /** How long the link works, and what to do if the email was not expected. */
  note: string
  /** Shown above the button's address. */
  copy: string
  /** Who sent it and why; `{host}` is the host of this installation. */
  footer: string
  publicUrl: string
  /** The sender's name, if it is not ours. */
  brand?: string
  /** Numbers below the text, one per line. */
  figures?: readonly Figure[]
  /** Where the reader unsubscribes from emails like this. */
  stop?: { label: string; link: string }
}

export interface Figure {
  label: string
  value: string
  /** Follows the value: its change, or what it consists of. */
  aside: string
  /** It is a part of the figure above; the first part is set apart. */
  isPart?: boolean
}

/** Returns subject, text and HTML. All texts of `mail` are plain text. */
export function renderNotice(mail: NoticeMail): { subject: string; text: string; html: string } {
  const { subject, text, link, note, publicUrl, figures = [], stop } = mail
  const footer = mail.footer.replace('{host}', new URL(publicUrl).host)
  return {
    subject,
    text: [
      text,
      ...linesOf(figures),
      link,
      note,
      ...(stop ? [`${stop.label}: ${stop.link}`] : []),
      `-- \n${footer}`,
    ].join('\n\n'),
    html: page(mail, footer),
  }
}

function linesOf(figures: readonly Figure[]): string[] {
  const lines = figures.map(({ label, value, aside }) => `${label}: ${value} (${aside})`)
  return lines.length === 0 ? [] : [lines.join('\n')]
}

/**
 * Returns a name that a user typed, for use in an email: email programs turn text that looks like an address into a link, so an invisible
 * joiner (U+2060) follows each full stop.
 */
export function nameInMail(name: string): string {
  return name.replace(/\.(?=\S)/g, '.\u2060')
}

const FONT = "Inter, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Devanagari', Arial, sans-serif"

const OUR_MARK = `<table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td width="24" height="24" align="center" bgcolor="#443df6" style="border-radius:7px;color:#ffffff;font-size:14px;line-height:24px;font-weight:700">N</td>
<td class="strong" style="padding-left:8px;color:#15181f;font-size:15px;line-height:24px;font-weight:600">Notifly</td>
</tr></table>`

/**
 * Tables and inline styles, which email programs understand; the style element only adds dark colours. No images: the logo is drawn, so
 * nothing is missing if images are blocked.
 */
function page(mail: NoticeMail, footer: string): string {
  const { locale, subject, text, button, note, copy, link, brand, figures = [], stop } = mail
  const address = escapeHtml(link)
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .canvas { background: #0d0f13 !important }
  .card { background: #14161b !important; border-color: #262a33 !important }
  .strong { color: #eceef2 !important }
  .plain { color: #b9bfcb !important }
  .muted { color: #969dac !important }
  .link { color: #a5a2ff !important }
  .row { border-color: #262a33 !important }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:#f8f9fb">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>
<table role="presentation" class="canvas" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f9fb">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;font-family:${FONT}">
<tr><td style="padding:0 0 20px">
${brand === undefined ? OUR_MARK : `<span class="strong" style="color:#15181f;font-size:15px;line-height:24px;font-weight:600">${escapeHtml(brand)}</span>`}
</td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e5e7ec;border-radius:12px;padding:32px">
<h1 class="strong" style="margin:0 0 12px;color:#15181f;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(subject)}</h1>
<p class="plain" style="margin:0 0 24px;color:#434a59;font-size:14px;line-height:22px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>
${tableOf(figures)}<table role="presentation" cellpadding="0" cellspacing="0"><tr><td bgcolor="#443df6" style="border-radius:8px">
<a href="${address}" style="display:inline-block;padding:11px 20px;color:#ffffff;font-size:14px;line-height:18px;font-weight:600;text-decoration:none">${escapeHtml(button)}</a>
</td></tr></table>
<p class="muted" style="margin:24px 0 4px;color:#626a7a;font-size:12px;line-height:18px">${escapeHtml(copy)}</p>
<p style="margin:0;font-size:12px;line-height:18px;word-break:break-all"><a class="link" href="${address}" style="color:#3d36e0">${address}</a></p>
<p class="muted" style="margin:24px 0 0;color:#626a7a;font-size:12px;line-height:18px">${escapeHtml(note)}${stop ? ` <a class="link" href="${escapeHtml(stop.link)}" style="color:#3d36e0">${escapeHtml(stop.label)}</a>` : ''}</p>
</td></tr>
<tr><td class="muted" style="padding:20px 4px 0;color:#626a7a;font-size:12px;line-height:18px">${escapeHtml(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

/** A real table, so that screen readers read rows as such. */
function tableOf(figures: readonly Figure[]): string {
  if (figures.length === 0) return ''
  const rows = figures.map(({ label, value, aside, isPart = false }, at) => {
    const isApart = isPart && figures[at - 1]?.isPart !== true
    const style = `padding:${isApart ? '20px' : '8px'} 0 8px;border-bottom:1px solid #e5e7ec;font-size:14px;line-height:20px`
    return `<tr><th class="row plain" scope="row" align="left" style="${style};color:#434a59;font-weight:400">${escapeHtml(label)}</th>
<td class="row strong" align="right" style="${style};color:#15181f;font-weight:600;white-space:nowrap">${escapeHtml(value)}</td>
<td class="row muted" align="right" style="${style};padding-left:12px;color:#626a7a;font-size:12px">${escapeHtml(aside)}</td></tr>
`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px">
${rows.join('')}</table>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
}
