import { SAMPLE_PEOPLE, type Assertion, type SsoPerson } from '../providers/sso/people.ts'
import type { SsoLook } from '../providers/sso/provider.ts'
import { html, type Html } from './html.ts'

export interface ChoosePage {
  look: SsoLook
  /** Address that receives the choice: the page itself. */
  action: string
  /** The client's parameters, sent along with the choice. */
  values: Record<string, string | undefined>
  redirectUri: string
  /** What is wrong with the typed person. */
  problem: string | undefined
}

const CHOICE = ['choice', 'name', 'email', 'assertion']

/** Selects the person to sign in as at this provider. */
export function chooseBody(page: ChoosePage): Html {
  const { look, redirectUri, problem } = page
  return html`<main class="choose">
    <header>
      <p class="eyebrow">${look.title}, in the sandbox</p>
      <h1>Choose who you are</h1>
      <p class="muted">to continue to <span class="mono">${new URL(redirectUri).host}</span></p>
    </header>
    <ul class="people">
      ${SAMPLE_PEOPLE.map(person => html`<li>${personForm(page, person)}</li>`)}
    </ul>
    <section class="panel">
      <header><h2>Someone else</h2></header>
      ${otherForm(page, problem)}
    </section>
    <p class="foot">
      <a class="btn ghost" href="${addressOf(page, { choice: 'cancel' })}">Cancel</a>
      <span class="muted">Nothing here leaves this machine. ${look.title} says it in <code>${look.claim}</code>.</span>
    </p>
  </main>`
}

/** Shown for a request that can't be trusted; the visitor is not redirected. */
export function refusedBody(look: SsoLook, problems: string[]): Html {
  return html`<main class="choose">
    <header>
      <p class="eyebrow">${look.title}, in the sandbox</p>
      <h1>Request refused</h1>
    </header>
    <section class="panel">
      <ul class="problems">
        ${problems.map(problem => html`<li>${problem}</li>`)}
      </ul>
    </section>
  </main>`
}

function personForm(page: ChoosePage, { name, email, assertion }: SsoPerson): Html {
  const initials = name
    .split(' ')
    .map(word => word.charAt(0))
    .join('')
  return html`<form action="${page.action}" method="get">
    ${asked(page)}
    <input type="hidden" name="name" value="${name}" />
    <input type="hidden" name="email" value="${email}" />
    <input type="hidden" name="assertion" value="${assertion}" />
    <button class="person" name="choice" value="person">
      <span class="initials" aria-hidden="true">${initials}</span>
      <span class="who"><span class="strong">${name}</span><span class="mail">${email}</span></span>
      <span class="badge ${BADGES[assertion].tone}">${BADGES[assertion].words}</span>
    </button>
  </form>`
}

function otherForm(page: ChoosePage, problem: string | undefined): Html {
  const { values } = page
  const chosen = values['assertion'] ?? 'verified'
  return html`<form class="other" action="${page.action}" method="get">
    ${asked(page)} ${problem !== undefined && html`<p class="problem" role="alert">${problem}</p>`}
    <label
      >Name<span class="input"><input name="name" required maxlength="100" value="${values['name'] ?? ''}" /></span
    ></label>
    <label
      >Email<span class="input"
        ><input name="email" type="email" required maxlength="254" value="${values['email'] ?? ''}" /></span
    ></label>
    <fieldset>
      <legend>Email verification</legend>
      ${(Object.keys(BADGES) as Assertion[]).map(
        assertion =>
          html`<label class="radio"
            ><input type="radio" name="assertion" value="${assertion}" ${chosen === assertion && html`checked`} />${
              BADGES[assertion].words
            }</label
          >`,
      )}
    </fieldset>
    <button class="btn" name="choice" value="person">Continue</button>
  </form>`
}

const BADGES: Record<Assertion, { words: string; tone: string }> = {
  verified: { words: 'verified', tone: 'good' },
  unverified: { words: 'not verified', tone: 'mellow' },
  silent: { words: 'nothing said', tone: '' },
}

/** The client's parameters as hidden fields. */
function asked({ values }: ChoosePage): Html[] {
  return Object.entries(values)
    .filter(([name]) => !CHOICE.includes(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}" />`)
}

function addressOf({ action, values }: ChoosePage, choice: Record<string, string>): string {
  const query = new URLSearchParams(choice)
  for (const [name, value] of Object.entries(values)) if (!CHOICE.includes(name)) query.set(name, value ?? '')
  return `${action}?${query.toString()}`
}
