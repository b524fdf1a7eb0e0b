import {
  createTopic,
  listTopics,
  type Topic,
  TOPIC_DESCRIPTION_MAX,
  TOPIC_NAME_MAX,
  updateTopic,
} from '@notifly/contracts/topics/topics'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import { announce } from '../../api/signals.ts'
import { bodyOf } from '../../components/form/body-of.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Textarea } from '../../ui/controls/Textarea.tsx'

const schema = bodyOf(createTopic)

/** Names a topic and says what recipients read about it. */
export function TopicDialog({ topic, onClose }: { topic: Topic | undefined; onClose: () => void }) {
  const { t } = useTranslation('applications')
  const form = useApiForm(schema, {
    defaultValues: { name: topic?.name ?? '', description: topic?.description ?? '' },
  })
  const save = form.submit(async body => {
    if (topic === undefined) await call(createTopic, { body })
    else await call(updateTopic, { query: { uuid: topic.uuid }, body })
    await refresh(listTopics)
    onClose()
    announce({
      tone: 'success',
      message: t(topic === undefined ? 'topics.added' : 'topics.saved', { name: body.name }),
    })
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t(topic === undefined ? 'topics.add' : 'topics.edit')}
      description={t('topics.dialog')}
      onSubmit={save}
      action={t(topic === undefined ? 'topics.add' : 'topics.save')}
    >
      <Field label={t('topics.name')} error={form.errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={TOPIC_NAME_MAX} counter autoFocus />
      </Field>
      <Field label={t('topics.description')} optional error={form.errorOf('description')}>
        <Textarea {...form.register('description')} maxLength={TOPIC_DESCRIPTION_MAX} rows={2} counter />
      </Field>
    </FormDialog>
  )
}
