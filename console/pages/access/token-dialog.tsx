import { Anchor, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Token, tokenType } from '#contract/access/token.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { call, send } from '../../live/call.ts';
import { useDriverNames, useTariffs } from '../../live/queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';
import { GroupChoice } from './group-choice.tsx';
import { isCredit, type TokenDraft, tokenDraft, tokenOf } from './token-draft.ts';

/** What a new card begins with: its number as somebody typed it already, and whose it is. */
type Defaults = { driverId?: string; value?: string };
type Props = Defaults & { open: Token | 'new' | null; onClose: () => void; onAdded?: () => void };

/** Adds a token or changes one; its value is never shown again, unless it was made here. */
export function TokenDialog({ open, ...rest }: Props) {
  if (open === null) return null;
  const token = open === 'new' ? null : open;
  return <TokenForm key={token?.id ?? 'new'} token={token} {...rest} />;
}

type FormProps = Omit<Props, 'open'> & { token: Token | null };

function TokenForm({ token, onClose, onAdded, ...given }: FormProps) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => tokenDraft(token, given));
  const [isRemoving, setIsRemoving] = useState(false);
  const readAgain = async () => {
    await queries.invalidateQueries({ queryKey: ['tokens'] });
    await queries.invalidateQueries({ queryKey: ['drivers'] });
  };
  const save = useMutation({
    mutationFn: async () => {
      if (token !== null)
        return {
          token: await call(tokenApi.change, { params: { id: token.id }, body: tokenOf(draft, token) }),
          value: null,
        };
      const value = draft.isMade ? {} : { value: draft.value.trim() };
      return call(tokenApi.add, { body: { ...tokenOf(draft, token), type: draft.type, ...value } });
    },
    onSuccess: ({ token: saved, value }) => {
      if (value !== null) return; // it is shown first
      tell(t(token === null ? 'tokens.added' : 'form.savedNamed', { name: saved.label }));
      onClose();
      if (token === null) onAdded?.();
    },
    onSettled: readAgain,
  });
  const isMissing = token === null && !draft.isMade && draft.value.trim() === '';
  const remove = useMutation({
    mutationFn: () => send(tokenApi.remove, { params: { id: token?.id ?? '' } }),
    onSuccess: () => {
      tell(t('tokens.removed', { name: token?.label ?? '' }));
      onClose();
    },
    onSettled: readAgain,
  });

  if (save.data !== undefined && save.data.value !== null) {
    return <MadeHere value={save.data.value} onClose={onClose} />;
  }
  if (isRemoving && token !== null) {
    return (
      <FormDialog
        title={t('tokens.removeTitle', { name: token.label })}
        isOpen
        onClose={() => setIsRemoving(false)}
        onSubmit={() => remove.mutate()}
        submit={t('tokens.remove')}
        isSending={remove.isPending}
        problem={remove.error}
        isGrave
      >
        <Text size="sm">{t('tokens.removeExplain')}</Text>
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={token === null ? t('tokens.addTitle') : t('tokens.editTitle', { name: token.label })}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t(token === null ? 'tokens.submit' : 'form.save')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={isMissing ? t('tokens.needValue') : isCredit(draft.credit, token) ? undefined : t('form.notAnAmount')}
    >
      <TokenFields draft={draft} token={token} onChange={(part) => setDraft({ ...draft, ...part })} />
      {token !== null && (
        <Anchor component="button" type="button" c="var(--bad)" fz="sm" ta="left" onClick={() => setIsRemoving(true)}>
          {t('tokens.removeLink')}
        </Anchor>
      )}
    </FormDialog>
  );
}

type FieldProps = { draft: TokenDraft; token: Token | null; onChange: (part: Partial<TokenDraft>) => void };

function TokenFields({ draft, token, onChange }: FieldProps) {
  const { t } = useTranslation();
  const names = useDriverNames();
  const tariffs = useTariffs().data?.tariffs ?? [];
  return (
    <Stack gap="md">
      {token === null && (
        <div className="form-row">
          <TextInput
            label={t('tokens.field.value')}
            description={t('tokens.field.valueHelp')}
            maxLength={255}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            disabled={draft.isMade}
            value={draft.isMade ? '' : draft.value}
            onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
          />
          <Choice
            label={t('tokens.field.type')}
            description={t('tokens.field.typeHelp')}
            value={draft.type}
            options={tokenType.options.map((type) => ({ value: type, label: t(`tokens.type.${type}`) }))}
            onChange={(type) => onChange({ type: tokenType.parse(type) })}
          />
        </div>
      )}
      {token === null && (
        <Checkbox
          label={t('tokens.field.isMade')}
          checked={draft.isMade}
          onChange={({ currentTarget }) =>
            onChange({ isMade: currentTarget.checked, type: currentTarget.checked ? 'central' : 'iso14443' })
          }
        />
      )}
      <div className="form-row">
        <Choice
          label={t('tokens.column.driver')}
          value={draft.driverId}
          options={[
            { value: '', label: t('tokens.noDriver') },
            ...[...(names ?? [])].flatMap(([id, name]) => (name === null ? [] : [{ value: id, label: name }])),
          ]}
          onChange={(driverId) => onChange({ driverId })}
        />
        <GroupChoice
          value={draft.groupId}
          none={t(draft.driverId === '' ? 'access.noGroup' : 'tokens.groupOfDriver')}
          onChange={(groupId) => onChange({ groupId })}
        />
      </div>
      <Checkbox
        label={t('tokens.field.blocked')}
        checked={draft.isBlocked}
        onChange={({ currentTarget }) => onChange({ isBlocked: currentTarget.checked })}
      />
      <details className="form-more">
        <summary>{t('form.moreFields')}</summary>
        <Stack gap="md">
          <TextInput
            label={t('drivers.field.note')}
            maxLength={200}
            value={draft.note}
            onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
          />
          <div className="form-row">
            <TextInput
              type="datetime-local"
              label={t('access.validFrom')}
              value={draft.validFrom}
              onChange={({ currentTarget }) => onChange({ validFrom: currentTarget.value })}
            />
            <TextInput
              type="datetime-local"
              label={t('access.expiresAt')}
              value={draft.expiresAt}
              onChange={({ currentTarget }) => onChange({ expiresAt: currentTarget.value })}
            />
          </div>
          <div className="form-row">
            <Choice
              label={t('tokens.field.tariff')}
              description={t('tokens.field.tariffHelp')}
              value={draft.tariffId}
              options={[
                { value: '', label: t('tokens.tariffOfPlace') },
                ...tariffs.map(({ id }) => ({ value: id, label: id })),
              ]}
              onChange={(tariffId) => onChange({ tariffId })}
            />
            <TextInput
              label={t('tokens.field.credit')}
              description={t('tokens.field.creditHelp')}
              inputMode="decimal"
              value={draft.credit}
              error={isCredit(draft.credit, token) ? null : t('form.notAnAmount')}
              onChange={({ currentTarget }) => onChange({ credit: currentTarget.value })}
            />
          </div>
        </Stack>
      </details>
    </Stack>
  );
}

/** The one time that a token made here is shown. */
function MadeHere({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('tokens.made')} closeOnClickOutside={false} centered>
      <Stack gap="md">
        <CopyLine value={value} what={t('tokens.column.token')} />
        <Text size="sm" className="quiet">
          {t('tokens.madeHelp')}
        </Text>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('accept.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
