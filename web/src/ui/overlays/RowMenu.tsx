import { Ellipsis } from 'lucide-react'
import { IconButton } from '../controls/IconButton.tsx'
import { Menu } from './Menu.tsx'
import type { MenuItem } from './MenuPopup.tsx'
import { useUi } from '../UiProvider.tsx'

/** The actions on one row, behind an ellipsis button. `name` tells screen readers which row it is. */
export function RowMenu({ items, name }: { items: readonly MenuItem[]; name?: string | undefined }) {
  const { words } = useUi()
  // Without items there is no button.
  if (!items.some(Boolean)) return null
  const label = name ? `${words.actions}: ${name}` : words.actions
  return (
    <Menu align="end" items={items} trigger={<IconButton icon={Ellipsis} label={label} size="sm" tooltip={false} />} />
  )
}
