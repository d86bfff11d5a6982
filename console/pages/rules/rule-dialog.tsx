import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleApi } from '#contract/api/rules.ts';
import type { Rule, StoredRule } from '#contract/automation/rule.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { TimeField } from '../../parts/time-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { kindOptions } from './kind-options.ts';
import { PreviewView } from './preview-view.tsx';
import { draftOf, emptyDraft, type RuleDraft, ruleOfDraft } from './rule-draft.ts';

type Props = { known: StoredRule | null; onClose: () => void; onSaved: (stored: StoredRule) => void };

/** A rule in words or by a form; what it would have done can be seen before it is set. */
export function RuleDialog({ known, onClose, onSaved }: Props) {
  const { t, i18n } = useTranslation();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [base, setBase] = useState<Rule | null>(known?.rule ?? null);
  const [draft, setDraft] = useState<RuleDraft>(() => (known === null ? emptyDraft(zone) : draftOf(known.rule, zone)));
  const [words, setWords] = useState('');
  const [unclear, setUnclear] = useState<string | undefined>();
  const [template, setTemplate] = useState('');
  const sites = useSites().data?.sites ?? [];
  const { data: templates } = useRead(['rules', 'templates'], ruleApi.templates, {});
  const wanted = ruleOfDraft(draft, base);
  const take = (read: Rule) => {
    setBase(read);
    setDraft(draftOf(read, zone));
  };
  const read = useChange({
    send: () => call(ruleApi.read, { body: { text: words } }),
    onDone: ({ rule: found, unread, lacks }) => {
      const why = [
        unread.length > 0 && t('rules.lost', { words: unread.join(', ') }),
        lacks !== null && t(`rules.lacks.${lacks}`),
      ].filter(Boolean);
      setUnclear(found === null ? why.join(' ') || t('rules.unclear') : undefined);
      if (found !== null) take(found);
    },
  });
  const preview = useChange({
    send: async () => (wanted === undefined ? null : call(ruleApi.preview, { body: { rule: wanted, days: 30 } })),
  });
  const save = useChange({
    send: async () => {
      if (wanted === undefined) return null;
      return known === null
        ? call(ruleApi.add, { body: wanted })
        : call(ruleApi.change, { params: { id: known.id }, body: wanted });
    },
    touches: ['rules'],
    said: (stored) => (stored === null ? undefined : t('rules.saved', { name: stored.rule.name })),
    onDone: (stored) => (stored === null ? undefined : onSaved(stored)),
  });
  const change = (part: Partial<RuleDraft>) => {
    preview.reset(); // it was of another rule
    setDraft((before) => ({ ...before, ...part }));
  };
  const field = (name: 'name' | 'lasting' | 'timeZone' | 'stations' | 'coolDown' | 'perDay') => ({
    label: t(`rules.fields.${name}`),
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change({ [name]: currentTarget.value }),
  });
  const whyNot = wanted === undefined ? t(draft.name.trim() === '' ? 'rules.needName' : 'rules.incomplete') : undefined;
  const about = i18n.language === 'pt-BR' ? 'pt-BR' : 'en';
  return (
    <FormDialog
      title={known === null ? t('rules.add') : t('rules.editTitle', { name: known.rule.name })}
      submit={t('rules.save')}
      save={save}
      whyNot={whyNot}
      onClose={onClose}
      size="lg"
    >
      {known === null && (
        <Stack gap="xs">
          <TextInput
            label={t('rules.inWords')}
            placeholder={t('rules.wordsExample')}
            value={words}
            error={unclear}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <Group gap="sm" align="end">
            <Button
              variant="default"
              size="compact-md"
              loading={read.isPending}
              {...unlessBlocked(words.trim() === '' ? t('rules.noWords') : undefined, () => read.mutate())}
            >
              {t('rules.understand')}
            </Button>
            <Choice
              label={t('rules.template')}
              value={template}
              none={t('rules.noTemplate')}
              options={(templates?.templates ?? []).map((each) => ({ value: each.id, label: each.about[about] }))}
              onChange={(id) => {
                setTemplate(id);
                const found = templates?.templates.find((each) => each.id === id);
                if (found !== undefined) take(found.rule);
              }}
            />
          </Group>
        </Stack>
      )}
      <TextInput {...field('name')} />
      <Choice
        label={t('rules.fields.trigger')}
        value={draft.trigger}
        options={withOther(['event', 'schedule'], draft.trigger).map((value) => ({
          value,
          label: t(`rules.triggers.${value}`),
        }))}
        onChange={(trigger) => change({ trigger })}
      />
      {draft.trigger === 'event' && (
        <Choice
          label={t('rules.fields.kind')}
          value={draft.kind}
          options={kindOptions(t)}
          onChange={(kind) => change({ kind })}
        />
      )}
      {draft.trigger === 'event' && (
        <TextInput {...field('lasting')} description={t('rules.lastingHelp')} inputMode="numeric" />
      )}
      {draft.trigger === 'schedule' && (
        <div className="form-row">
          <TimeField label={t('rules.fields.at')} value={draft.at} onChange={(at) => change({ at })} />
          <TextInput {...field('timeZone')} />
        </div>
      )}
      <div className="form-row">
        <TextInput {...field('stations')} description={t('rules.stationsHelp')} />
        <Choice
          label={t('rules.fields.site')}
          description={t('rules.siteHelp')}
          value={draft.site}
          none={t('rules.everywhere')}
          options={byName(sites)}
          onChange={(site) => change({ site })}
        />
      </div>
      <Choice
        label={t('rules.fields.condition')}
        value={draft.condition}
        options={withOther(['none', 'faulted', 'available', 'idle'], draft.condition).map((value) => ({
          value,
          label: t(`rules.conditions.${value}`),
        }))}
        onChange={(condition) => change({ condition })}
      />
      <Choice
        label={t('rules.fields.action')}
        value={draft.action}
        options={withOther(['notify', 'reset', 'playbook'], draft.action).map((value) => ({
          value,
          label: t(`rules.does.${value}`),
        }))}
        onChange={(action) => change({ action })}
      />
      <div className="form-row">
        <TextInput {...field('coolDown')} inputMode="numeric" />
        <TextInput {...field('perDay')} inputMode="numeric" />
      </div>
      <Checkbox
        label={t('rules.fields.isOnce')}
        checked={draft.isOnce}
        onChange={({ currentTarget }) => change({ isOnce: currentTarget.checked })}
      />
      <div>
        <Button
          variant="default"
          size="compact-md"
          loading={preview.isPending}
          {...unlessBlocked(whyNot, () => preview.mutate())}
        >
          {t('rules.preview')}
        </Button>
      </div>
      {[read.error, preview.error].map(
        (problem) => problem !== null && <ProblemNote key={problem.message} problem={problem} />,
      )}
      {preview.data !== undefined && preview.data !== null && <PreviewView preview={preview.data} />}
    </FormDialog>
  );
}

/** What a rule was read with and the form has no word for stays choosable while it is chosen. */
function withOther<Value extends string>(values: readonly Value[], chosen: Value | 'other'): (Value | 'other')[] {
  return chosen === 'other' ? [...values, 'other'] : [...values];
}
