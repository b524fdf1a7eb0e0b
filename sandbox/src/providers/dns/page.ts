import { formPage, specialsPanel, textField } from '../../page/form-page.ts'
import { html, type Html } from '../../page/html.ts'
import type { ZoneRecord } from './zones.ts'

/** Values to show in the form, after an error or from a link. */
export interface DnsTyped {
  domain: string
  records: string
  problem?: string
}

interface DnsPage {
  domains: readonly (readonly [domain: string, records: readonly ZoneRecord[]])[]
  dnsAddress: string
  typed: DnsTyped | undefined
}

const SYNTAX = {
  '@ TXT v=spf1 …': 'The domain itself: who may send for it.',
  'news._domainkey TXT v=DKIM1; …': 'The key of the DKIM selector “news”.',
  '_dmarc TXT v=DMARC1; …': 'What receivers do with emails that fail.',
  'mail A 192.0.2.1': 'Also AAAA, CNAME, and MX with its preference first.',
}

export function dnsBody({ domains, dnsAddress, typed }: DnsPage): Html {
  const isKnown = domains.some(([domain]) => domain === typed?.domain)
  return formPage({
    title: 'DNS',
    sub: 'The records that this sandbox answers with. Other domains do not exist here.',
    status: html`<span class="pill">DNS <span class="mono">${dnsAddress}</span></span>`,
    problem: typed?.problem,
    panels: html`${!isKnown && newPanel(typed)}${domains.map(([domain, records]) =>
      domainPanel(domain, typed?.domain === domain ? typed.records : textOf(records)),
    )}${isKnown && newPanel(undefined)}`,
    aside: specialsPanel(
      'What to type',
      SYNTAX,
      'A line for each record. Without any line, the domain no longer exists.',
    ),
  })
}

function newPanel(typed: DnsTyped | undefined): Html {
  return html`<section class="panel" id="new">
    <header><h2>Add a domain</h2></header>
    <form class="fields" method="post" action="/dns">
      ${textField({
        name: 'domain',
        label: 'Domain',
        value: typed?.domain ?? '',
        help: 'Such as the domain of an email sender.',
        placeholder: 'shop.example',
        maxLength: 253,
      })}
      ${recordsField(typed?.records ?? '', 'Records')}
      <p class="actions"><button class="btn primary">Add</button></p>
    </form>
  </section>`
}

function domainPanel(domain: string, records: string): Html {
  return html`<section class="panel">
    <header><h2>${domain}</h2></header>
    <form class="fields" method="post" action="/dns">
      <input type="hidden" name="domain" value="${domain}" />
      ${recordsField(records, `Records of ${domain}`)}
      <p class="actions"><button class="btn">Save</button></p>
    </form>
  </section>`
}

function recordsField(records: string, label: string): Html {
  return html`<label>
    <span class="label">${label}</span>
    <span class="input">
      <textarea class="mono" name="records" rows="5" maxlength="60000" spellcheck="false" autocomplete="off">
${records}</textarea>
    </span>
  </label>`
}

const textOf = (records: readonly ZoneRecord[]) =>
  records.map(({ name, type, value }) => `${name} ${type} ${value}`).join('\n')
