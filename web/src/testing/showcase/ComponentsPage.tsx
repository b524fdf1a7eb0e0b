// Every component of ui/ in every state, for the test that runs axe-core on it.
import { Page } from '../../ui/layout/Page.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { ShowActions } from './ShowActions.tsx'
import { ShowChoices } from './ShowChoices.tsx'
import { ShowData } from './ShowData.tsx'
import { ShowForms } from './ShowForms.tsx'
import { ShowOverlays } from './ShowOverlays.tsx'
import { ShowStates } from './ShowStates.tsx'
import { ShowTable } from './ShowTable.tsx'

/** All sections on one page. */
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
