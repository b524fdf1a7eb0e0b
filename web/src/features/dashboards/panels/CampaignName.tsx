import { NameCell } from '../../../ui/table/NameCell.tsx'
import type { CampaignDoors } from '../view.ts'

/** A campaign by its name, which leads to its page. */
export function CampaignName({ name, doors: { page, behind } }: { name: string; doors: CampaignDoors }) {
  const href = page ?? behind()
  return href === undefined ? <bdi className="font-medium">{name}</bdi> : <NameCell name={name} href={href} />
}
