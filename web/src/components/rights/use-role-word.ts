import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const OURS = ['Owner', 'Admin', 'Creator', 'Validator']

/** Translates the four default roles; other roles have the names that the team gave them. */
export function useRoleWord(): (name: string) => string {
  const { t } = useTranslation()
  return useCallback(name => (OURS.includes(name) ? t(`role.${name.toLowerCase()}`) : name), [t])
}
