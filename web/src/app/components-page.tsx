// Every component of the set in every state, for those who build pages and for the tests of looks and accessibility.
import { Page } from '../ui/layout/Page.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { ShowActions } from '../ui/showcase/ShowActions.tsx'
import { ShowChoices } from '../ui/showcase/ShowChoices.tsx'
import { ShowData } from '../ui/showcase/ShowData.tsx'
import { ShowForms } from '../ui/showcase/ShowForms.tsx'
import { ShowOverlays } from '../ui/showcase/ShowOverlays.tsx'
import { ShowStates } from '../ui/showcase/ShowStates.tsx'
import { ShowTable } from '../ui/showcase/ShowTable.tsx'

/** The page at /components. */
export function ComponentsPage() {
  return (
    <Page>
      <PageHeader title="Components" facts="Every component in every state" />
      <ShowActions />
      <ShowForms />
      <ShowChoices />
      <ShowOverlays />
      <ShowTable />
      <ShowData />
      <ShowStates />
    </Page>
  )
}
