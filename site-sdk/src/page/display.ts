import type { SdkConfig } from '@notifly/contracts/web-push/visitors'
import { bell } from '../prompts/bell.ts'
import { customLink } from '../prompts/link.ts'
import { type MountedPrompt, mountPrompt } from '../prompts/mount.ts'
import type { PromptAction, PromptView, SubscriptionState } from '../prompts/node.ts'
import { slidePrompt } from '../prompts/slide.ts'
import { promptWords } from '../prompts/words.ts'

/** The open prompt; at most one is open at a time. */
export type Asking = 'bell' | 'slide' | null

/** The state that all prompts show. */
export interface Shown {
  state: SubscriptionState
  asking: Asking
  isBusy: boolean
}

export type OnAction = (action: PromptAction, from: 'bell' | 'slide' | 'link') => void

/** All prompts on the page. */
export interface Display {
  show(next: Shown): void
  /** Moves the focus into the prompt that a click opened. */
  focus(prompt: 'bell' | 'slide'): void
}

/** Elements that the site marked for its inline link. */
const LINK_PLACES = '[data-notifly-link]'

/** Creates the display without rendering anything. */
export function createDisplay(config: SdkConfig, languages: readonly string[], onAction: OnAction): Display {
  const { subscription_bell: bellOf, slide_prompt: slideOf, custom_link: linkOf } = config.prompt_preferences
  const words = promptWords(languages)
  const hosts = new Map<string, MountedPrompt>()
  const mounted = (name: 'bell' | 'slide'): MountedPrompt => {
    const known = hosts.get(name)
    if (known !== undefined) return known
    const made = mountPrompt(document.body.appendChild(hostElement(name, words.locale)), null, action =>
      onAction(action, name),
    )
    hosts.set(name, made)
    return made
  }
  const links = linkOf === undefined ? [] : [...document.querySelectorAll<HTMLElement>(LINK_PLACES)]
  const mountedLinks = links.map(place =>
    // A wrapper element of ours inside the site's, because not every element can have a shadow root.
    mountPrompt(place.appendChild(hostElement('link', words.locale)), null, action => onAction(action, 'link')),
  )
  return {
    show({ state, asking, isBusy }) {
      const view: PromptView = {
        state,
        isBusy,
        siteName: config.site_name,
        ...(config.icon_url !== null && { iconUrl: config.icon_url }),
      }
      if (bellOf !== undefined) mounted('bell').update(bell(bellOf, { ...view, isOpen: asking === 'bell' }, words))
      if (slideOf !== undefined) mounted('slide').update(asking === 'slide' ? slidePrompt(slideOf, view, words) : null)
      if (linkOf !== undefined) for (const link of mountedLinks) link.update(customLink(linkOf, view, words))
    },
    focus: prompt => hosts.get(prompt)?.focus(),
  }
}

function hostElement(name: string, locale: string): HTMLElement {
  const host = document.createElement('div')
  host.className = `notifly-${name}`
  host.lang = locale
  return host
}
