import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group, Places } from '#contract/access/group.ts';
import { groupApi } from '#contract/api/groups.ts';
import { call, send } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';
import { fromLocalTime, toLocalTime } from '../../text/local-time.ts';
import { PlacesField } from './places-field.tsx';

type Props = { open: Group | 'new' | null; onClose: () => void };

export function GroupDialog({ open, onClose }: Props) {
  if (open === null) return null;
  const group = open === 'new' ? null : open;
  return <GroupForm key={group?.id ?? 'new'} group={group} onClose={onClose} />;
}

function GroupForm({ group, onClose }: { group: Group | null; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [name, setName] = useState(group?.name ?? '');
  const [places, setPlaces] = useState<Places>(group?.places ?? 'everywhere');
  const [oneAtATime, setOneAtATime] = useState(group?.oneAtATime ?? false);
  const [isMasterPass, setIsMasterPass] = useState(group?.isMasterPass ?? false);
  const [isBlocked, setIsBlocked] = useState(group?.isBlocked ?? false);
  const [validFrom, setValidFrom] = useState(toLocalTime(group?.validFrom ?? null));
  const [expiresAt, setExpiresAt] = useState(toLocalTime(group?.expiresAt ?? null));
  const [isRemoving, setIsRemoving] = useState(false);
  const readAgain = () => queries.invalidateQueries({ queryKey: ['groups'] });

  const save = useMutation({
    mutationFn: () => {
      const made = {
        name: name.trim(),
        places,
        oneAtATime,
        isMasterPass,
        isBlocked,
        validFrom: fromLocalTime(validFrom),
        expiresAt: fromLocalTime(expiresAt),
      };
      return group === null
        ? call(groupApi.add, { body: made })
        : call(groupApi.change, { params: { id: group.id }, body: made });
    },
    onSuccess: (saved) => {
      tell(t(group === null ? 'groups.added' : 'form.savedNamed', { name: saved.name }));
      onClose();
    },
    onSettled: readAgain,
  });
  const remove = useMutation({
    mutationFn: () => send(groupApi.remove, { params: { id: group?.id ?? '' } }),
    onSuccess: () => {
      tell(t('groups.removed', { name: group?.name ?? '' }));
      onClose();
    },
    onSettled: readAgain,
  });

  if (isRemoving && group !== null) {
    return (
      <FormDialog
        title={t('groups.removeTitle', { name: group.name })}
        isOpen
        onClose={() => setIsRemoving(false)}
        onSubmit={() => remove.mutate()}
        submit={t('groups.remove')}
        isSending={remove.isPending}
        problem={remove.error}
        isGrave
      >
        <Text size="sm">{t('groups.removeExplain')}</Text>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={group === null ? t('groups.addTitle') : t('groups.editTitle', { name: group.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t(group === null ? 'groups.submit' : 'form.save')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={name.trim() === '' ? t('groups.needName') : undefined}
    >
      <TextInput
        label={t('groups.field.name')}
        value={name}
        maxLength={100}
        required
        data-autofocus
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <PlacesField places={places} onChange={(chosen) => setPlaces(chosen ?? 'everywhere')} />
      <Checkbox
        label={t('groups.field.oneAtATime')}
        checked={oneAtATime}
        onChange={({ currentTarget }) => setOneAtATime(currentTarget.checked)}
      />
      <Checkbox
        label={t('groups.field.masterPass')}
        description={t('groups.field.masterPassHelp')}
        checked={isMasterPass}
        onChange={({ currentTarget }) => setIsMasterPass(currentTarget.checked)}
      />
      <Checkbox
        label={t('groups.field.blocked')}
        checked={isBlocked}
        onChange={({ currentTarget }) => setIsBlocked(currentTarget.checked)}
      />
      <details className="form-more">
        <summary>{t('form.moreFields')}</summary>
        <div className="form-row">
          <TextInput
            type="datetime-local"
            label={t('access.validFrom')}
            value={validFrom}
            onChange={({ currentTarget }) => setValidFrom(currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('access.expiresAt')}
            value={expiresAt}
            onChange={({ currentTarget }) => setExpiresAt(currentTarget.value)}
          />
        </div>
      </details>
      {group !== null && (
        <Anchor component="button" type="button" c="var(--bad)" fz="sm" ta="left" onClick={() => setIsRemoving(true)}>
          {t('groups.removeLink')}
        </Anchor>
      )}
    </FormDialog>
  );
}
