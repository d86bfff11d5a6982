import { Button, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fromLocalTime, toLocalTime } from '../text/local-time.ts';
import { Choice } from './choice.tsx';
import { DayAndTimeField } from './date-field.tsx';
import './form.css';
import {
  type Draft,
  type DraftObject,
  draftOf,
  type JsonSchema,
  kindOf,
  optionsOf,
  type Problem,
  type Problems,
  rangeOf,
  sliderOf,
} from './schema-draft.ts';

type Props = {
  schema: JsonSchema;
  draft: Draft;
  problems: Problems;
  onChange: (draft: Draft) => void;
  /** What can be chosen, as its reader calls it; undefined: as the schema has it. */
  wordOf?: ((option: string) => string) | undefined;
};

/** A form made from a JSON schema. What was typed is held by the caller, and read by `readDraft`. */
export function SchemaForm({ schema, draft, ...rest }: Props) {
  const { t } = useTranslation();
  if (Object.keys(schema.properties ?? {}).length === 0) return <p className="quiet">{t('schema.nothing')}</p>;
  return <Fields schema={schema} draft={draft} path="" {...rest} />;
}

type FieldProps = Props & { path: string; name: string; isRequired: boolean };

function Fields({ schema, draft, path, problems, onChange, wordOf }: Props & { path: string }) {
  const values: DraftObject = typeof draft === 'object' && !Array.isArray(draft) ? (draft as DraftObject) : {};
  const all = Object.entries(schema.properties ?? {});
  const isRequired = (name: string) => schema.required?.includes(name) ?? false;
  // What has to be filled in stands first.
  const inOrder = [...all.filter(([name]) => isRequired(name)), ...all.filter(([name]) => !isRequired(name))];
  return inOrder.map(([name, field]) => (
    <Field
      key={name}
      name={name}
      schema={field}
      path={path === '' ? name : `${path}.${name}`}
      isRequired={isRequired(name)}
      draft={values[name]}
      problems={problems}
      wordOf={wordOf}
      onChange={(part) => onChange({ ...values, [name]: part })}
    />
  ));
}

function Field(props: FieldProps) {
  const { schema, draft, path, name, isRequired, problems, onChange, wordOf } = props;
  const { t } = useTranslation();
  const told = useProblemText();
  const kind = kindOf(schema);
  if (kind === 'object') {
    return (
      <fieldset className="field-group">
        <legend>{labelOf(schema, name)}</legend>
        {schema.description !== undefined && <p className="field-about">{schema.description}</p>}
        <div className="field-stack">
          <Fields schema={schema} draft={draft} path={path} problems={problems} onChange={onChange} wordOf={wordOf} />
        </div>
      </fieldset>
    );
  }
  if (kind === 'array') return <List {...props} />;
  const value = typeof draft === 'string' ? draft : '';
  const problem = problems.get(path);
  const common = {
    label: labelOf(schema, name),
    description: [schema.description, kind === 'integer' || kind === 'number' ? rangeOf(schema) : undefined]
      .filter(Boolean)
      .join(' · '),
    error: problem === undefined ? null : told(problem),
  };
  if (kind === 'choice' || kind === 'boolean') {
    const words = { true: t('schema.yes'), false: t('schema.no') };
    const options =
      kind === 'boolean'
        ? (['true', 'false'] as const).map((each) => ({ value: each as string, label: words[each] }))
        : (optionsOf(schema) ?? []).map((each) => ({
            value: String(each),
            label: wordOf?.(String(each)) ?? String(each),
          }));
    return (
      <Choice
        label={common.label}
        description={common.description}
        none={isRequired ? t('schema.choose') : t('schema.none')}
        value={value}
        options={options}
        onChange={onChange}
      />
    );
  }
  if (kind === 'json') {
    return (
      <Textarea
        {...common}
        description={[common.description, t('schema.json')].filter(Boolean).join(' · ')}
        autosize
        minRows={2}
        spellCheck={false}
        className="mono"
        required={isRequired}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (kind === 'time') {
    return (
      <DayAndTimeField
        {...common}
        isRequired={isRequired}
        value={value === '' ? '' : toLocalTime(value)}
        onChange={(time) => onChange(fromLocalTime(time) ?? '')}
      />
    );
  }
  const bounds = isRequired || schema.default !== undefined ? sliderOf(schema) : undefined;
  const input = (
    <TextInput
      {...common}
      autoComplete="off"
      spellCheck={false}
      required={isRequired}
      inputMode={kind === 'text' ? 'text' : 'decimal'}
      {...(schema.maxLength !== undefined && { maxLength: schema.maxLength })}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
  if (bounds === undefined) return input;
  // The text beside it says and takes the exact value, and is what a keyboard and a screen reader use.
  return (
    <div className="field-slider">
      {input}
      <input
        {...bounds}
        type="range"
        tabIndex={-1}
        aria-hidden="true"
        value={Number(value) || bounds.min}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** Several of the same, each with a button that takes it away. */
function List({ schema, draft, path, name, problems, onChange, wordOf }: FieldProps) {
  const { t } = useTranslation();
  const told = useProblemText();
  const drafts: readonly Draft[] = Array.isArray(draft) ? draft : [];
  const items = schema.items ?? {};
  const problem = problems.get(path);
  const label = labelOf(schema, name);
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      {schema.description !== undefined && <p className="field-about">{schema.description}</p>}
      <div className="field-stack">
        {drafts.map((each, index) => (
          <div key={index} className="field-item">
            <div className="field-stack">
              <Field
                name={`${label} ${index + 1}`}
                schema={items}
                path={`${path}.${index}`}
                isRequired
                draft={each}
                problems={problems}
                wordOf={wordOf}
                onChange={(part) => onChange(drafts.with(index, part))}
              />
            </div>
            <Button variant="default" size="compact-sm" onClick={() => onChange(drafts.toSpliced(index, 1))}>
              {t('schema.remove')}
            </Button>
          </div>
        ))}
        {problem !== undefined && <p className="field-problem">{told(problem)}</p>}
        <div>
          <Button variant="default" size="compact-sm" onClick={() => onChange([...drafts, draftOf(items) ?? ''])}>
            {t('schema.add')}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}

function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation();
  return (problem) =>
    'limit' in problem
      ? t(`schema.problem.${problem.what}`, { limit: problem.limit })
      : t(`schema.problem.${problem.what}`);
}

/** "evseId" as "EVSE id": a title where the schema has one, otherwise its name in words. */
function labelOf({ title }: JsonSchema, name: string): string {
  if (title !== undefined) return title;
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]/g, ' ')
    .toLowerCase();
  const told = words.replaceAll(/\b(?:evse|ocpp|url|id)\b/g, (short) => short.toUpperCase());
  return told.charAt(0).toUpperCase() + told.slice(1);
}
