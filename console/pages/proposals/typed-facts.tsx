import { useTranslation } from 'react-i18next';
import { isRecord } from '../../parts/json.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { TextLink } from '../../parts/links.tsx';
import { exactTime } from '../../text/time.ts';
import { CardName } from '../access/card-name.tsx';

type Facts = Readonly<Record<string, unknown>>;

/** Typed fields of a tool. Texts in them may be written by stations: they are shown as they are, and never as anything else. */
export function TypedFacts({ title, facts }: { title?: string; facts: Facts }) {
  const entries = inOrder(Object.keys(facts)).map((name): [string, unknown] => [name, facts[name]]);
  const rows = entries.filter((entry): entry is [string, Facts[]] => isRows(entry[1]));
  const plain = entries.filter(([, value]) => !isRows(value));
  if (entries.length === 0) return null;
  return (
    <section className="typed-facts">
      {title !== undefined && <h3>{title}</h3>}
      {plain.length > 0 && (
        <dl className="facts">
          {plain.map(([name, value]) => (
            <div key={name}>
              <dt>
                <FieldName name={name} />
              </dt>
              <dd>
                <Value name={name} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rows.map(([name, list]) => (
        <RowTable key={name} name={name} rows={list} />
      ))}
    </section>
  );
}

function isRows(value: unknown): value is Facts[] {
  return Array.isArray(value) && value.length > 0 && value.every(isRecord);
}

/** A list of things with the same fields, such as the sessions that would be cut. */
function RowTable({ name, rows }: { name: string; rows: readonly Facts[] }) {
  const columns = inOrder([...new Set(rows.flatMap((row) => Object.keys(row)))]);
  return (
    <div className="fact-rows">
      <table>
        <caption>
          <FieldName name={name} />
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <FieldName name={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={typeof row['session_id'] === 'string' ? row['session_id'] : index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value name={column} value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In the language of the reader where we know the field. */
function FieldName({ name }: { name: string }) {
  const { t } = useTranslation();
  return isKnownWord('proposals.field', name) ? t(`proposals.field.${name}`) : name.replaceAll('_', ' ');
}

function Value({ name, value }: { name: string; value: unknown }) {
  const { t, i18n } = useTranslation();
  if (value === null || value === undefined) return <span className="none">–</span>;
  if (typeof value === 'boolean') return t(value ? 'proposals.yes' : 'proposals.no');
  if (typeof value === 'number')
    return new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 3 }).format(value);
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map((each) => wordOf(each)).join(', ');
  return typeof value === 'string' ? <Word name={name} word={value} /> : <Inner facts={{ ...value }} />;
}

/** A text, with a link where we have a page for it. */
function Word({ name, word }: { name: string; word: string }) {
  const { i18n } = useTranslation();
  switch (name) {
    case 'session_id':
      return (
        <TextLink to="/sessions/$id" params={{ id: word }} fz="inherit" title={word}>
          {word.length > 12 ? `…${word.slice(-12)}` : word}
        </TextLink>
      );
    case 'charge_point_id':
      return (
        <TextLink to="/equipment/$id" params={{ id: word }} fz="inherit">
          {word}
        </TextLink>
      );
    case 'token_id':
      return <CardName id={word} />;
    default:
      return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(word) ? (
        <time dateTime={word}>{exactTime(word, i18n.language)}</time>
      ) : (
        word
      );
  }
}

/** A few facts about one thing, on a line. */
function Inner({ facts }: { facts: Facts }) {
  return inOrder(Object.keys(facts)).map((name) => (
    <span key={name} className="fact-inner">
      <FieldName name={name} />: <Value name={name} value={facts[name]} />
    </span>
  ));
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const first = ['session_id', 'charge_point_id', 'evse_id', 'connector_id', 'token_id', 'started_at', 'event_kind'];

/** The database keeps fields by length; people look for what a thing is first. */
function inOrder(names: readonly string[]): string[] {
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return names.toSorted((one, other) => rank(one) - rank(other));
}
