/** What the search offers besides the server's results: pages and actions, each with its address. */
import { CHANNELS } from '@notifly/contracts/applications/applications'
import type { Found } from '@notifly/contracts/search/search'
import type { TFunction } from 'i18next'
import { ArrowRight, ClipboardList, FileText, Layers, Megaphone, Plus, Upload, User, Users } from 'lucide-react'
import { CHANNEL_LOOKS } from '../../components/channels/channels.ts'
import { paths } from '../../paths.ts'
import type { PaletteGroup, PaletteItem } from '../../ui/overlays/CommandPalette.tsx'
import { applicationLinks } from '../navbar/nav-links.ts'

export type Place = PaletteItem

type Words = TFunction<['search', 'common']>

const page = (label: string, href: string): Place => ({ value: href, label, href, icon: ArrowRight })

/** Pages of the current application, then those of the account. */
export function placesIn(slug: string | undefined, t: Words): Place[] {
  const links =
    slug === undefined ? [] : applicationLinks(slug).flatMap(entry => ('links' in entry ? entry.links : [entry]))
  const more =
    slug === undefined
      ? []
      : [
          page(t('pages.contacts'), paths.contacts(slug)),
          page(t('pages.calendar'), paths.campaignCalendar(slug)),
          page(t('pages.mergeFields'), paths.mergeFields(slug)),
          page(t('pages.events'), paths.events(slug)),
          page(t('pages.suppressions'), paths.suppressions(slug)),
          page(t('pages.signUpForms'), paths.signUpForms(slug)),
          page(t('pages.images'), paths.images(slug)),
          page(t('pages.whatsappTemplates'), paths.whatsappTemplates(slug)),
          ...CHANNELS.map(channel =>
            page(
              t('pages.dashboard', { channel: t(`common:channel.${channel}`) }),
              paths.deliveryDashboard(slug, channel),
            ),
          ),
        ]
  return [
    ...links.map(({ word, to }) => page(t(`common:nav.${word}`), to)),
    ...more,
    page(t('common:nav.applications'), paths.applications()),
    page(t('common:nav.organizations'), paths.organizations()),
    page(t('pages.account'), paths.settings()),
    page(t('common:profile.developers'), paths.developers()),
    page(t('common:content.changelogs'), paths.changelogs()),
  ]
}

/** Actions that create something. */
export function actionsIn(slug: string, t: Words): Place[] {
  const action = (label: string, href: string, icon = Plus): Place => ({ value: href, label, href, icon })
  return [
    ...CHANNELS.map(channel =>
      action(
        t('actions.campaign', { channel: t(`common:channel.${channel}`) }),
        paths.campaignWizard(slug, channel),
        CHANNEL_LOOKS[channel].icon,
      ),
    ),
    action(t('actions.import'), paths.audienceManage(slug), Upload),
    action(t('actions.segment'), paths.segmentNew(slug)),
    action(t('actions.template'), paths.templateNew(slug)),
    action(t('actions.form'), paths.signUpFormNew(slug)),
    action(t('actions.role'), paths.roleEdit(slug, 'new')),
    action(t('actions.webhook'), paths.webhookEdit(slug, 'new')),
  ]
}

/** The server's results by kind; for contacts also a link to all of them. */
export function foundGroups(found: Found, { slug, text, t }: { slug: string; text: string; t: Words }): PaletteGroup[] {
  const { contacts, campaigns, segments, templates, forms } = found
  const all: PaletteItem = {
    value: 'contacts',
    label: t('allContacts', { text }),
    href: paths.contacts(slug, { search: text }),
    icon: Users,
  }
  return [
    {
      heading: t('groups.contacts'),
      items: [...contacts.map(contact => contactItem(slug, contact)), ...(contacts.length > 0 ? [all] : [])],
    },
    {
      heading: t('groups.campaigns'),
      items: campaigns.map(({ uuid, name, platform, status }) => ({
        value: uuid,
        label: name,
        hint: `${t(`common:channel.${platform}`)} · ${t(`common:status.campaign.${status}`)}`,
        href:
          status === 'draft'
            ? paths.campaignWizard(slug, platform, { draft: uuid })
            : paths.campaign(slug, platform, uuid),
        icon: Megaphone,
      })),
    },
    {
      heading: t('groups.segments'),
      items: segments.map(({ uuid, name }) => ({
        value: uuid,
        label: name,
        href: paths.segment(slug, uuid),
        icon: Layers,
      })),
    },
    {
      heading: t('groups.templates'),
      items: templates.map(({ uuid, name, type }) => ({
        value: uuid,
        label: name,
        hint: t(`kinds.${type}`),
        href: type === 'Whatsapp' ? paths.whatsappTemplate(slug, uuid) : paths.template(slug, uuid),
        icon: FileText,
      })),
    },
    {
      heading: t('groups.forms'),
      items: forms.map(({ uuid, name }) => ({
        value: uuid,
        label: name,
        href: paths.signUpForm(slug, uuid),
        icon: ClipboardList,
      })),
    },
  ]
}

function contactItem(slug: string, { uuid, name, email, phone_number }: Found['contacts'][number]): PaletteItem {
  const address = email ?? phone_number ?? uuid
  return {
    value: uuid,
    label: name ?? address,
    ...(name !== null && { hint: address }),
    href: paths.contact(slug, uuid),
    icon: User,
  }
}
