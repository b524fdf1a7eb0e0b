import { ACTIVITY } from '@notifly/contracts/roles/activities'
import { useTranslation } from 'react-i18next'
import type { Values } from '../changes/change-rows.ts'
import { useCan } from '../session/use-session.ts'
import { languageName, useWhatsappTemplate } from '../whatsapp/use-whatsapp-template.ts'
import { textIn } from './request-address.ts'
import type { WhatsappWords } from './whatsapp-values.ts'

/** Words for what WhatsApp has names of its own for, and the templates that the two states of a campaign name. */
export function useWhatsappWords({ before, after }: { before: Values | null; after: Values | null }): WhatsappWords {
  const { t, i18n } = useTranslation(['approvals', 'whatsapp'])
  const earlier = useNamed(before)
  const later = useNamed(after)
  const known = (key: string, otherwise: string) => (i18n.exists(`whatsapp:${key}`) ? t(`whatsapp:${key}`) : otherwise)
  return {
    category: category => known(`category.${category}`, category),
    language: code => languageName(code, i18n.language),
    headerKind: format => known(`edit.format.${format}`, format),
    buttonKind: type => known(`edit.button.${type}`, type),
    labelled: (kind, text) => t('whatsapp.labelled', { kind, text }),
    withSample: kind => t('whatsapp.withSample', { kind }),
    example: (part, variable, example) => t(`whatsapp.example.${part}`, { variable, example }),
    forExample: example => t('whatsapp.forExample', { example }),
    uploaded: t('whatsapp:media.uploaded'),
    partsOf: (name, language) =>
      [later, earlier].find(each => each?.name === name && each.language === language)?.components,
  }
}

function useNamed(values: Values | null) {
  const mayRead = useCan(ACTIVITY.templateWhatsapp, 'read')
  const named = [textIn(values, 'template_name'), textIn(values, 'language')] as const
  return useWhatsappTemplate(...named, { enabled: mayRead }).template
}
