/** Pages that recipients and visitors see, as whole documents: no script, one hashed style, and no requests but for fonts. */
import type { Locale } from '@notifly/contracts/accounts/accounts'
import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { escapeHtml } from '../lib/liquid/writers.ts'

// The product's design tokens, as far as these pages need them.
const STYLE = `
@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:swap;src:url('/t/fonts/inter') format('woff2');
unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2122}
@font-face{font-family:'Noto Sans Devanagari Variable';font-weight:100 900;font-display:swap;src:url('/t/fonts/devanagari') format('woff2');
unicode-range:U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20B9,U+25CC,U+A830-A839,U+A8E0-A8FF}
:root{color-scheme:light dark;--canvas:light-dark(#f8f9fb,#0d0f13);--surface:light-dark(#fff,#14161b);--line:light-dark(#e5e7ec,#262a33);
--strong:light-dark(#d5d9e1,#363b47);--ink:light-dark(#15181f,#eceef2);--ink2:light-dark(#434a59,#b9bfcb);--muted:light-dark(#626a7a,#969dac);
--accent:light-dark(#443df6,#5a54f5);--hover:light-dark(#3730d8,#635df6);--focus:light-dark(#443df6,#8b87ff);--link:light-dark(#3d36e0,#a5a2ff);
--switch:light-dark(#7b8394,#737b8b);--ok:light-dark(#166534,#7dd79d);--okbg:light-dark(#e7f6ec,#12281b);
--bad:light-dark(#b42318,#f4a19a);--badbg:light-dark(#fdecea,#331615)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;grid-template-rows:1fr auto;background:var(--canvas);color:var(--ink);
font:14px/1.5 'Inter Variable','Noto Sans Devanagari Variable',ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:448px;margin:auto;padding:32px 16px}
.card{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:32px}
.mark{display:block;width:36px;height:36px;margin:0 0 16px -5px;color:var(--accent)}
h1{font-size:20px;line-height:28px;font-weight:610;letter-spacing:-.017em;margin:0 0 8px;overflow-wrap:anywhere}
:lang(hi) h1{letter-spacing:0}
p{margin:0;color:var(--ink2);overflow-wrap:anywhere}
.done{margin:0 0 20px;padding:8px 12px;border-radius:6px;background:var(--okbg);color:var(--ok)}
form{margin:24px 0 0}
button{font:inherit;font-weight:530;width:100%;min-height:40px;padding:8px 16px;border-radius:6px;border:1px solid transparent;
background:var(--accent);color:#fff;cursor:pointer}
button:hover{background:var(--hover)}
button.plain{background:var(--surface);color:var(--ink);border-color:var(--strong)}
button.plain:hover{background:var(--canvas)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.topics{list-style:none;margin:20px 0 0;padding:0;border-top:1px solid var(--line)}
.topics+p{margin-top:20px}
.topics label{display:flex;gap:16px;align-items:flex-start;padding:14px 0;border-bottom:1px solid var(--line);cursor:pointer}
.topics span{flex:1;min-width:0;overflow-wrap:anywhere}
.topics b{display:block;font-weight:530}
.topics small{display:block;font-size:13px;line-height:18px;color:var(--muted)}
.topics i{display:inline-block;margin-inline-start:8px;padding:0 6px;border:1px solid var(--line);border-radius:4px;font-size:12px;
line-height:18px;font-style:normal;font-weight:400;color:var(--ink2);vertical-align:1px}
input[type=hidden]{display:none}
input[role=switch]{appearance:none;flex:none;position:relative;width:36px;height:20px;margin:2px 0 0;border-radius:10px;background:var(--switch);
cursor:pointer}
input[role=switch]::after{content:'';position:absolute;inset-block-start:2px;inset-inline-start:2px;width:16px;height:16px;border-radius:50%;
background:#fff}
input[role=switch]:checked{background:var(--accent)}
input[role=switch]:checked::after{inset-inline-start:18px}
@media(forced-colors:active){input[role=switch]{appearance:auto}}
section{margin-top:32px;padding-top:24px;border-top:1px solid var(--line)}
section h2{font-size:14px;line-height:20px;font-weight:560;margin:0 0 2px}
section form{margin-top:16px}
.plain{display:block;text-align:center;text-decoration:none}
form+a.plain,form+form{margin-top:12px}
a.plain{min-height:40px;padding:9px 16px;border-radius:6px;border:1px solid var(--strong);background:var(--surface);color:var(--ink);font-weight:530}
a.plain:hover{background:var(--canvas)}
p+a.plain{margin-top:24px}
nav{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 16px;padding:16px;font-size:12px;color:var(--muted)}
nav a{color:var(--muted);text-underline-offset:3px;padding:4px 0}
nav a[aria-current]{color:var(--ink);text-decoration:none;font-weight:530}
.field{display:block;margin:16px 0 0}
.field>span{display:block;margin:0 0 4px;font-size:13px;line-height:18px;font-weight:530;overflow-wrap:anywhere}
.field em{font-style:normal;font-weight:400;color:var(--muted)}
.entry{display:block;width:100%;min-height:40px;padding:8px 12px;border:1px solid var(--strong);border-radius:6px;background:var(--surface);
color:var(--ink);font:inherit}
.entry[aria-invalid]{border-color:var(--bad)}
.bad{display:block;margin:4px 0 0;font-size:13px;line-height:18px;color:var(--bad)}
.refused{margin:0 0 20px;padding:8px 12px;border-radius:6px;background:var(--badbg);color:var(--bad)}
.ticks{margin:24px 0 0;padding:0;border:0}
.ticks legend{padding:0;font-size:13px;line-height:18px;font-weight:530}
.tick{display:flex;gap:10px;align-items:flex-start;margin:12px 0 0;cursor:pointer}
.tick input{flex:none;width:18px;height:18px;margin:1px 0 0;accent-color:var(--accent)}
.tick span{min-width:0;color:var(--ink2);overflow-wrap:anywhere;white-space:pre-line}
.tick b{display:block;font-weight:530;color:var(--ink)}
.tick small{display:block;font-size:13px;line-height:18px;color:var(--muted)}
.agree{margin:24px 0 20px}
.lines{white-space:pre-line}
.away{position:absolute;inset-inline-start:-9999px;width:1px;height:1px;overflow:hidden}
.framed{min-height:0;background:none}
.framed main{max-width:none;padding:1px}
.framed .mark{display:none}
@media(max-width:480px){.card{padding:24px}button,a.plain{font-size:16px}.topics{font-size:16px}.topics small{font-size:14px;line-height:20px}.entry{font-size:16px}}
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

interface Policy {
  /** Where a form of the page may lead besides this origin: browsers apply the policy to redirects too. */
  formTarget?: string | undefined
  /** Whether other sites may show the page in a frame. */
  mayBeFramed?: boolean
}

/** Allows only this style, our fonts and this origin's form. */
function policyOf({ formTarget, mayBeFramed = false }: Policy): string {
  const forms = formTarget === undefined ? "'self'" : `'self' ${new URL(formTarget).origin}`
  const frames = mayBeFramed ? '' : "; frame-ancestors 'none'"
  return `default-src 'none'; style-src 'sha256-${styleHash}'; font-src 'self'; form-action ${forms}; base-uri 'none'${frames}`
}

export interface PublicPage {
  locale: Locale
  title: string
  /** HTML. */
  body: string
  /** HTML below the card. */
  foot?: string
  /** Shown in a frame of another site, which has its own background. */
  isFramed?: boolean
}

/** Returns a document with one card. */
export function publicDocument({ locale, title, body, foot = '', isFramed = false }: PublicPage): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body${isFramed ? ' class="framed"' : ''}>
<main><div class="card">${MARK}${body}</div></main>
${foot}</body>
</html>
`
}

/** An open envelope: the sender's own logo is unknown here. */
const MARK =
  '<svg class="mark" viewBox="0 0 36 36" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="5" y="8" width="26" height="20" rx="3"/><path d="m5 12 13 9 13-9"/></svg>'

/** Sends a page that must not be stored; the token in its address must not reach another site. */
export function sendPublicPage(reply: FastifyReply, status: number, html: string, policy: Policy = {}): FastifyReply {
  if (policy.mayBeFramed === true) reply.removeHeader('X-Frame-Options')
  return withoutCaching(reply)
    .status(status)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', policyOf(policy))
    .send(html)
}

/**
 * Sends HTML of a tenant as a page with an opaque origin: it reads no cookie, runs no script, sends no form, and no other site may frame
 * it. Its images and fonts load from anywhere, as in an email program.
 */
export function sendTenantPage(reply: FastifyReply, html: string): FastifyReply {
  return withoutCaching(reply)
    .header('Content-Type', 'text/html; charset=utf-8')
    .header('Content-Security-Policy', TENANT_POLICY)
    .header('X-Robots-Tag', 'noindex')
    .send(html)
}

const TENANT_POLICY =
  "default-src 'none'; img-src http: https: data:; font-src http: https:; style-src 'unsafe-inline' http: https:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** Forbids storing the answer, and sending its address, which contains a token, to another site. */
export function withoutCaching(reply: FastifyReply): FastifyReply {
  return reply.header('Cache-Control', 'no-store, max-age=0').header('Referrer-Policy', 'no-referrer')
}

// The product's fonts: a system may have none for the page's language.
const DIRECTORY = new URL('../../../web/src/styles/fonts/', import.meta.url)
const FILES: Record<string, string> = { inter: 'inter-latin.woff2', devanagari: 'noto-devanagari.woff2' }

const read = new Map<string, Promise<Buffer | null>>()

/** Returns a WOFF2 file, read once; null for an unknown name. */
export async function fontNamed(name: string): Promise<Buffer | null> {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  if (file === undefined) return null
  let font = read.get(name)
  font ??= readFile(new URL(file, DIRECTORY)).catch(() => null)
  read.set(name, font)
  return font
}
