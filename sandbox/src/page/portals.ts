import type { PortalSettings, SmsProvider } from '../providers/sms/accounts.ts'
import { html, type Html } from './html.ts'

// What a customer sets at the emulated providers of text messages: where they call.

export interface PortalsPage {
  portals: Readonly<Record<SmsProvider, readonly PortalSettings[]>>
  /** The address that a link of Notifly asks to enter, by provider. */
  asked: Readonly<Partial<Record<SmsProvider, string>>>
}

const PROVIDER_NAMES: Record<SmsProvider, string> = { karix: 'Karix', twilio: 'Twilio' }

const PORTAL_HELP: Record<SmsProvider, string> = {
  karix: 'Delivery reports and replies go here. The form of the calls is an assumption: Karix publishes none.',
  twilio: 'Replies go here; delivery reports go to the address that comes with each message.',
}

/** The settings of one provider; its script saves them. */
export function portal(provider: SmsProvider, { portals, asked }: PortalsPage): Html {
  const everybody = portals[provider].find(({ account }) => account === '')
  const others = portals[provider].filter(({ account }) => account !== '')
  const name = PROVIDER_NAMES[provider]
  const wish = asked[provider]
  return html`<form class="panel ${wish !== undefined && 'asked'}" id="${provider}" data-portal="${provider}">
    <header>
      <h2>${name}</h2>
      <span class="badge end ${everybody === undefined && 'mellow'}" data-state
        >${everybody ? 'address set' : 'no address yet'}</span
      >
    </header>
    <div class="fields">
      ${wish !== undefined && html`<p class="ask" data-ask>Notifly wants to be called at this address. Save to agree.</p>`}
      <label>
        <span class="label">Address for ${provider === 'karix' ? 'reports and replies' : 'replies'}</span>
        <span class="input"
          ><input
            name="callback_url"
            type="url"
            value="${wish ?? everybody?.callback_url ?? ''}"
            placeholder="http://localhost:3000/hooks/…"
            autocomplete="off"
            spellcheck="false"
        /></span>
        <span class="help">${PORTAL_HELP[provider]} Notifly shows the address under Settings, Platform, SMS.</span>
      </label>
      ${provider === 'karix' && formChoice(everybody)}
      <button class="btn ${wish !== undefined && 'primary'}" ${wish !== undefined && html`autofocus`}>Save</button>
      <p class="help" role="status" data-said></p>
    </div>
    ${
      others.length > 0 &&
      html`<footer>
        ${others.length === 1 ? 'One account has' : `${others.length} accounts have`} an address of their own.
      </footer>`
    }
  </form>`
}

function formChoice(settings: PortalSettings | undefined): Html {
  const forms = { form: 'POST, a form', json: 'POST, JSON', query: 'GET, a query' }
  return html`<label>
    <span class="label">Called by</span>
    <span class="input"
      ><select name="form">
        ${Object.entries(forms).map(
          ([value, words]) =>
            html`<option value="${value}" ${settings?.form === value && html`selected`}>${words}</option>`,
        )}
      </select></span
    >
  </label>`
}
