import { NameCell } from '../../../ui/table/NameCell.tsx'
import type { CampaignLinks } from '../view.ts'

/** A campaign by its name, which leads to its page. */
export function CampaignName({ name, doors: { page, behind } }: { name: string; doors: CampaignLinks }) {
  const href = page ?? behind()
  return href === undefined ? <bdi className="font-medium">{name}</bdi> : <NameCell name={name} href={href} />
}
