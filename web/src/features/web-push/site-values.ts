/** The web push settings as a form has them. */
import type { Approval } from '@notifly/contracts/approvals/approvals'
import type { Site } from '@notifly/contracts/web-push/web-push'

export type SiteValues = typeof EMPTY

const EMPTY = {
  site_name: '',
  site_url: '',
  site_label: '',
  auto_re_subscribe: true,
  wn_name: '',
  wn_message: '',
  wn_on_click: false,
  wn_link: '',
  icon_url: '',
  uploadBanner: '',
  worker_path: '/notifly-worker.js',
  worker_scope: '/',
}

/** What is saved, under what a rejected request asked for; an uploaded icon counts as the icon. */
export function siteValuesOf(saved: Site | null, asked: Approval['payload'] | undefined): SiteValues {
  const given: Readonly<Record<string, unknown>> = { ...saved, ...asked }
  const values: Record<string, unknown> = { ...EMPTY }
  for (const [name, initial] of Object.entries(EMPTY)) {
    const value = given[name]
    if (typeof initial === 'boolean' && value !== undefined)
      values[name] = value === 1 || value === true || value === '1'
    else if (typeof value === 'string') values[name] = value
  }
  if (values['icon_url'] === '' && typeof given['uploadIcon'] === 'string') values['icon_url'] = given['uploadIcon']
  return values as unknown as SiteValues
}
