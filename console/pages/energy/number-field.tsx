import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAt } from './issues.ts';

type Props = {
  label: string;
  description?: string;
  placeholder?: string;
  value: number | null;
  /** What one of the typed unit is of the contract's: 1000 for kW, where the contract says W. */
  scale?: number;
  /** Where the schema finds it, such as `tree.nodes.0.limitW`. */
  path: string;
  onChange: (value: number | null) => void;
};

/** A number as it is typed, in either way of writing decimals. What is none is handed on as NaN, which no schema takes. */
export function NumberField({ label, description, placeholder, value, scale = 1, path, onChange }: Props) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState(() => shown(value, scale, i18n.language));
  const issue = useAt(path);
  const issueText = useIssueText();
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      error={issue === undefined ? null : issueText(issue, { scale, isEmpty: typed.trim() === '' })}
      {...(description !== undefined && { description })}
      {...(placeholder !== undefined && { placeholder })}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(readNumber(currentTarget.value, scale));
      }}
    />
  );
}

function shown(value: number | null, scale: number, language: string): string {
  if (value === null || Number.isNaN(value)) return '';
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(value / scale);
}

function readNumber(typed: string, scale: number): number | null {
  if (typed.trim() === '') return null;
  return Math.round(Number(typed.trim().replace(',', '.')) * scale * 1e6) / 1e6;
}

/** What a schema found, in the reader's language. */
export function useIssueText() {
  const { t } = useTranslation();
  return (
    issue: z.core.$ZodIssue,
    { scale = 1, isEmpty = false }: { scale?: number; isEmpty?: boolean } = {},
  ): string => {
    if (isEmpty) return t('schema.problem.missing');
    switch (issue.code) {
      case 'invalid_union':
        return t('energy.draw.aboveZero');
      case 'too_small':
        if (issue.origin === 'string') return t('schema.problem.missing');
        return issue.inclusive === false && issue.minimum === 0
          ? t('energy.draw.aboveZero')
          : t('schema.problem.tooSmall', { limit: Number(issue.minimum) / scale });
      case 'too_big':
        return issue.origin === 'string'
          ? t('schema.problem.tooLong', { limit: Number(issue.maximum) })
          : t('schema.problem.tooLarge', { limit: Number(issue.maximum) / scale });
      case 'invalid_type':
        return issue.expected === 'int' ? t('schema.problem.notWhole') : t('schema.problem.notNumber');
      case 'invalid_format':
        return t('schema.problem.pattern');
      default:
        return issue.message;
    }
  };
}
