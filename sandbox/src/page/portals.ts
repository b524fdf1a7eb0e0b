import { type PortalSettings, settingsOf } from '../providers/sms/accounts.ts'
import type { PortalWords } from '../providers/sms/lines.ts'
import { shortened, textField } from './form-page.ts'
import { html, type Html } from './html.ts'

// Settings that customers make at the emulated SMS providers: the addresses to call. Several customers may share a
// provider.

/** One provider's part of the page. */
export interface Portal {
  /** Its name below /providers. */
  provider: string
  words: PortalWords
  settings: readonly PortalSettings[]
  /** The values that a link from Notifly suggests. */
  asked: { url: string; senders: string } | undefined
}

/** The settings at one provider; its script saves them. */
export function portalForm({ provider, words, settings: all, asked: wish }: Portal): Html {
  const everybody = all.find(({ senders }) => senders === '')
  return html`<form class="panel ${wish !== undefined && 'asked'}" id="${provider}" data-portal="${provider}">
    <header>
      <h2>${words.name}</h2>
      <span class="badge end ${all.length === 0 && 'mellow'}" data-part="${provider}-state"
        >${all.length > 0 ? 'address set' : 'no address yet'}</span
      >
    </header>
    <div class="fields">
      ${wish !== undefined && html`<p class="ask" data-ask>Notifly wants reports sent to this address. Save to confirm.</p>`}
      ${textField({
        name: 'senders',
        label: words.senders,
        value: wish?.senders ?? '',
        help: 'Whose messages it is about, with commas between; empty: everybody without an address of their own.',
        isRequired: false,
        placeholder: words.example,
        maxLength: 200,
      })}
      ${textField({
        name: 'callback_url',
        label: words.address,
        value: wish?.url ?? everybody?.callback_url ?? '',
        help: `${words.help} Notifly shows the address under Settings, Platform, SMS.`,
        isRequired: false,
        type: 'url',
        placeholder: 'http://localhost:3000/hooks/…',
      })}
      ${words.hasForms && formChoice(everybody)}
      <button class="btn ${wish !== undefined && 'primary'}" ${wish !== undefined && html`autofocus`}>Save</button>
      <p class="help" role="status" data-said></p>
    </div>
    <div data-part="${provider}-list">${all.length > 0 && settingsList(all)}</div>
  </form>`
}

function settingsList(all: readonly PortalSettings[]): Html {
  return html`<ul class="entries set">
    ${all.map(({ senders, callback_url: url }) => {
      const whose = senders === '' ? 'All others' : senders
      return html`<li>
        <span class="words"><span class="label">${whose}</span><span class="help">${shortened(url)}</span></span>
        <button class="btn sm" type="button" data-remove="${senders}" aria-label="Remove ${whose}">Remove</button>
      </li>`
    })}
  </ul>`
}

/** Whether a sender's delivery reports are lost because no address is set for it. */
export function dropsReports({ words, settings }: Portal, sender: string): boolean {
  return words.takesReports && settingsOf(settings, sender) === undefined
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
