import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListedConversation } from '#contract/agents/assistant.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

type Props = { conversation: ListedConversation; onClose: () => void };

export function RenameDialog({ conversation: { id, title: before }, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ title: before });
  const title = draft.title.trim();
  const rename = useChange({
    send: () => call(assistantApi.rename, { params: { id }, body: { title } }),
    touches: ['assistant'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('assistant.renameTitle')}
      submit={t('form.save')}
      save={rename}
      onClose={onClose}
      whyNot={title === '' ? t('assistant.titleMissing') : undefined}
    >
      <TextInput label={t('assistant.titleField')} maxLength={80} data-autofocus {...text('title')} />
    </FormDialog>
  );
}
