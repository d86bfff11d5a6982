import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Token, type TokenChange, type TokenType, tokenType } from '#contract/access/token.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { useDriverNames } from '../../api/access-queries.ts';
import { call, send } from '../../api/call.ts';
import { useTariffs } from '../../api/tariff-queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { Dialog, FormDialog, MoreFields } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';
import { fromLocalTime, toLocalTime } from '../../text/local-time.ts';
import { typedAmount } from '../../text/money.ts';
import { GroupChoice } from './group-choice.tsx';
import { RemoveLink } from './group-dialog.tsx';

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

const touches = ['tokens', 'drivers'];

function TokenForm({ token, onClose, onAdded, ...defaults }: FormProps) {
  const { t } = useTranslation();
  const form = useDraft(() => tokenDraft(token, defaults));
  const { draft } = form;
  const [isRemoving, setIsRemoving] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const save = useChange({
    send: async () => {
      const body = tokenOf(draft, token);
      if (token !== null) return call(tokenApi.change, { params: { id: token.id }, body });
      const value = draft.isMade ? {} : { value: draft.value.trim() };
      const added = await call(tokenApi.add, { body: { ...body, type: draft.type, ...value } });
      setMade(added.value);
      return added.token;
    },
    touches,
    said: ({ label: name }) =>
      draft.isMade ? undefined : t(token === null ? 'tokens.added' : 'form.savedNamed', { name }),
    onDone: () => {
      if (draft.isMade) return; // the number is shown first
      onClose();
      if (token === null) onAdded?.();
    },
  });
  const isMissing = token === null && !draft.isMade && draft.value.trim() === '';
  if (made !== null) return <MadeHere value={made} onClose={onClose} />;
  if (isRemoving && token !== null)
    return <RemoveDialog token={token} onClose={() => setIsRemoving(false)} onDone={onClose} />;
  return (
    <FormDialog
      title={token === null ? t('tokens.addTitle') : t('tokens.editTitle', { name: token.label })}
      submit={t(token === null ? 'tokens.submit' : 'form.save')}
      save={save}
      onClose={onClose}
      whyNot={isMissing ? t('tokens.needValue') : isCredit(draft.credit, token) ? undefined : t('form.notAnAmount')}
    >
      <TokenFields form={form} token={token} />
      {token !== null && <RemoveLink onClick={() => setIsRemoving(true)}>{t('tokens.removeLink')}</RemoveLink>}
    </FormDialog>
  );
}

type Form = ReturnType<typeof useDraft<ReturnType<typeof tokenDraft>>>;

function TokenFields({ form, token }: { form: Form; token: Token | null }) {
  const { t } = useTranslation();
  const names = useDriverNames();
  const tariffs = useTariffs().data?.tariffs ?? [];
  const { draft, change, text, tick, choice } = form;
  return (
    <Stack gap="md">
      {token === null && (
        <>
          <div className="form-row">
            <TextInput
              label={t('tokens.field.value')}
              description={t('tokens.field.valueHelp')}
              maxLength={255}
              spellCheck={false}
              data-autofocus
              disabled={draft.isMade}
              {...text('value')}
              value={draft.isMade ? '' : draft.value}
            />
            <Choice
              label={t('tokens.field.type')}
              description={t('tokens.field.typeHelp')}
              options={tokenType.options.map((type) => ({ value: type, label: t(`tokens.type.${type}`) }))}
              {...choice('type')}
            />
          </div>
          <Checkbox
            label={t('tokens.field.isMade')}
            checked={draft.isMade}
            onChange={({ currentTarget: { checked } }) =>
              change({ isMade: checked, type: checked ? 'central' : 'iso14443' })
            }
          />
        </>
      )}
      <div className="form-row">
        <Choice
          label={t('tokens.column.driver')}
          none={t('tokens.noDriver')}
          options={[...(names ?? [])].flatMap(([id, name]) => (name === null ? [] : [{ value: id, label: name }]))}
          {...choice('driverId')}
        />
        <GroupChoice
          none={t(draft.driverId === '' ? 'access.noGroup' : 'tokens.groupOfDriver')}
          {...choice('groupId')}
        />
      </div>
      <Checkbox label={t('tokens.field.blocked')} {...tick('isBlocked')} />
      <MoreFields>
        <TextInput label={t('drivers.field.note')} maxLength={200} {...text('note')} />
        <div className="form-row">
          <DayAndTimeField label={t('access.validFrom')} {...choice('validFrom')} />
          <DayAndTimeField label={t('access.expiresAt')} {...choice('expiresAt')} />
        </div>
        <div className="form-row">
          <Choice
            label={t('tokens.field.tariff')}
            description={t('tokens.field.tariffHelp')}
            none={t('tokens.tariffOfPlace')}
            options={tariffs.map(({ id }) => ({ value: id, label: id }))}
            {...choice('tariffId')}
          />
          <TextInput
            label={t('tokens.field.credit')}
            description={t('tokens.field.creditHelp')}
            inputMode="decimal"
            error={isCredit(draft.credit, token) ? null : t('form.notAnAmount')}
            {...text('credit')}
          />
        </div>
      </MoreFields>
    </Stack>
  );
}

function RemoveDialog({ token, onClose, onDone }: { token: Token; onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation();
  const { id, label: name } = token;
  const remove = useChange({
    send: () => send(tokenApi.remove, { params: { id } }),
    touches,
    said: () => t('tokens.removed', { name }),
    onDone,
  });
  return (
    <FormDialog
      title={t('tokens.removeTitle', { name })}
      submit={t('tokens.remove')}
      save={remove}
      onClose={onClose}
      explain={t('tokens.removeExplain')}
      isGrave
    />
  );
}

/** The one time that a token made here is shown. */
function MadeHere({ value, onClose }: { value: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('tokens.made')} onClose={onClose} isKept>
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
    </Dialog>
  );
}

/** What a form of a token holds, as it is typed. */
function tokenDraft(token: Token | null, given: { driverId?: string; value?: string } = {}) {
  const type: TokenType = token?.type ?? 'iso14443';
  return {
    value: given.value ?? '',
    /** A number is made for it, since there is no card. */
    isMade: false,
    type,
    note: token?.note ?? '',
    driverId: token?.driverId ?? given.driverId ?? '',
    groupId: token?.groupId ?? '',
    isBlocked: token?.isBlocked ?? false,
    validFrom: toLocalTime(token?.validFrom ?? null),
    expiresAt: toLocalTime(token?.expiresAt ?? null),
    tariffId: token?.tariffId ?? '',
    credit: token?.credit ?? '',
  };
}

type TokenDraft = ReturnType<typeof tokenDraft>;

/** What is left as it was may be below zero: the card owes something. */
function isCredit(typed: string, before: Token | null): boolean {
  return typed.trim() === '' || typed === before?.credit || typedAmount(typed) !== null;
}

/** In the words of the API; what is empty is taken away. Credit is only said where it was changed: sessions are paid from it meanwhile. */
function tokenOf(draft: TokenDraft, before: Token | null): TokenChange {
  return {
    note: typedOrNull(draft.note),
    driverId: typedOrNull(draft.driverId),
    groupId: typedOrNull(draft.groupId),
    isBlocked: draft.isBlocked,
    validFrom: fromLocalTime(draft.validFrom),
    expiresAt: fromLocalTime(draft.expiresAt),
    tariffId: typedOrNull(draft.tariffId),
    ...(draft.credit !== (before?.credit ?? '') && { credit: typedAmount(draft.credit) }),
  };
}
