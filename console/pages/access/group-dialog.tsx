import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Group, Places } from '#contract/access/group.ts';
import { groupApi } from '#contract/api/groups.ts';
import { call, send } from '../../api/call.ts';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { FormDialog, MoreFields } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { fromLocalTime, toLocalTime } from '../../text/local-time.ts';
import { PlacesField } from './places-field.tsx';

type Props = { group: Group | null; onClose: () => void };

/** Adds a group or changes one. */
export function GroupDialog({ group, onClose }: Props) {
  const { t } = useTranslation();
  const [isRemoving, setIsRemoving] = useState(false);
  const places: Places = group?.places ?? 'everywhere';
  const { draft, change, choice, text, tick } = useDraft({
    name: group?.name ?? '',
    places,
    oneAtATime: group?.oneAtATime ?? false,
    isMasterPass: group?.isMasterPass ?? false,
    isBlocked: group?.isBlocked ?? false,
    validFrom: toLocalTime(group?.validFrom ?? null),
    expiresAt: toLocalTime(group?.expiresAt ?? null),
  });
  const save = useChange({
    send: () => {
      const times = { validFrom: fromLocalTime(draft.validFrom), expiresAt: fromLocalTime(draft.expiresAt) };
      const body = { ...draft, name: draft.name.trim(), ...times };
      return group === null ? call(groupApi.add, { body }) : call(groupApi.change, { params: { id: group.id }, body });
    },
    touches: ['groups'],
    said: ({ name }) => t(group === null ? 'groups.added' : 'form.savedNamed', { name }),
    onDone: onClose,
  });
  if (isRemoving && group !== null)
    return <RemoveDialog group={group} onClose={() => setIsRemoving(false)} onDone={onClose} />;
  return (
    <FormDialog
      title={group === null ? t('groups.addTitle') : t('groups.editTitle', { name: group.name })}
      submit={t(group === null ? 'groups.submit' : 'form.save')}
      save={save}
      onClose={onClose}
      whyNot={draft.name.trim() === '' ? t('groups.needName') : undefined}
    >
      <TextInput label={t('groups.field.name')} maxLength={100} required data-autofocus {...text('name')} />
      <PlacesField places={draft.places} onChange={(chosen) => change({ places: chosen ?? 'everywhere' })} />
      <Checkbox label={t('groups.field.oneAtATime')} {...tick('oneAtATime')} />
      <Checkbox
        label={t('groups.field.masterPass')}
        description={t('groups.field.masterPassHelp')}
        {...tick('isMasterPass')}
      />
      <Checkbox label={t('groups.field.blocked')} {...tick('isBlocked')} />
      <MoreFields>
        <div className="form-row">
          <DayAndTimeField label={t('access.validFrom')} {...choice('validFrom')} />
          <DayAndTimeField label={t('access.expiresAt')} {...choice('expiresAt')} />
        </div>
      </MoreFields>
      {group !== null && <RemoveLink onClick={() => setIsRemoving(true)}>{t('groups.removeLink')}</RemoveLink>}
    </FormDialog>
  );
}

export function RemoveLink({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Anchor component="button" type="button" c="var(--bad)" fz="sm" ta="left" onClick={onClick}>
      {children}
    </Anchor>
  );
}

function RemoveDialog({ group, onClose, onDone }: { group: Group; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const { id, name } = group;
  const remove = useChange({
    send: () => send(groupApi.remove, { params: { id } }),
    touches: ['groups'],
    said: () => t('groups.removed', { name }),
    onDone,
  });
  return (
    <FormDialog
      title={t('groups.removeTitle', { name })}
      submit={t('groups.remove')}
      save={remove}
      onClose={onClose}
      explain={t('groups.removeExplain')}
      isGrave
    />
  );
}
