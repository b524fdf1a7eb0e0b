import { Ellipsis } from 'lucide-react'
import { IconButton } from '../controls/IconButton.tsx'
import { Menu } from './Menu.tsx'
import type { MenuItem } from './MenuPopup.tsx'
import { useUi } from '../UiProvider.tsx'

/** The acts on one row, behind three dots. `name` tells screen readers which row. */
export function RowMenu({ items, name }: { items: readonly MenuItem[]; name?: string | undefined }) {
  const { words } = useUi()
  // Without anything to do there is nothing to open.
  if (!items.some(Boolean)) return null
  const label = name ? `${words.actions}: ${name}` : words.actions
  return (
    <Menu align="end" items={items} trigger={<IconButton icon={Ellipsis} label={label} size="sm" tooltip={false} />} />
  )
}
