import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { tableTypes } from '../../testing/table-types.ts'

const { pool } = await testDatabase()

test('the types of tables are those that the migrations make', async () => {
  await expect(await tableTypes(pool)).toMatchFileSnapshot('generated.d.ts')
})
