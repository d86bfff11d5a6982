import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedRow } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { call } from '../../api/call.ts';
import { type CsvRecord, piecesOf, recordsOf } from './csv-pieces.ts';

/** As many rows as the server looks at together, so that they are held against each other. */
const checkedRows = 5_000;
/** As many as are taken at once: the bar moves, and a break loses none of those before. */
const takenRows = 250;

export type ResultRow = ImportedRow & { text: string };
export type ImportFile = { name: string; records: readonly CsvRecord[] };

/** A file that is first only judged, and then taken piece by piece. What was taken is known, so that it can go on after a break. */
export function useImport() {
  const queries = useQueryClient();
  const [file, setFile] = useState<ImportFile | null>(null);
  const [taken, setTaken] = useState<readonly ResultRow[]>([]);
  const check = useMutation({
    mutationFn: async ({ records }: ImportFile) => {
      const judged: ResultRow[] = [];
      for (const { csv } of piecesOf(records, checkedRows)) judged.push(...(await send(records, csv, true)));
      return judged;
    },
  });
  const take = useMutation({
    mutationFn: async ({ records }: ImportFile) => {
      let done = [...taken];
      const rest = [...records.slice(0, 1), ...records.slice(1 + done.length)];
      for (const { csv } of piecesOf(rest, takenRows)) {
        done = [...done, ...(await send(records, csv, false))];
        setTaken(done);
      }
    },
    onSettled: () => Promise.all(['drivers', 'tokens'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
  const reset = () => {
    setTaken([]);
    check.reset();
    take.reset();
  };
  return {
    file,
    taken,
    check,
    take,
    choose(name: string, csv: string) {
      const chosen = { name, records: recordsOf(csv) };
      reset();
      setFile(chosen);
      check.mutate(chosen);
    },
    forget() {
      reset();
      setFile(null);
    },
  };
}

async function send(records: readonly CsvRecord[], csv: string, isDryRun: boolean): Promise<ResultRow[]> {
  const { results = [] } = await call(driverApi.import, { body: { csv, isDryRun, isRowByRow: true } });
  const texts = new Map(records.map(({ line, text }) => [line, text]));
  return results.map((row) => ({ ...row, text: texts.get(row.line) ?? '' }));
}
