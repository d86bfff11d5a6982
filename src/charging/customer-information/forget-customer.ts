import type { ClientBase } from 'pg';
import { unseal } from '#ledger/seal.ts';
import { customerInformationPurpose } from './open-customer-information.ts';

type Part = { station_id: string; request_id: number; seq_no: number; sealed_text: Buffer };

/** What stations told about somebody who is to be forgotten goes with them, read or not. */
export async function forgetCustomer(
  client: ClientBase,
  {
    installationKey,
    tokenIds,
    isAbout,
  }: { installationKey: Buffer; tokenIds: readonly string[]; isAbout(text: string): boolean },
): Promise<void> {
  await client.query(
    `delete from customer_information_part as part using customer_information_request as request
     where request.station_id = part.station_id and request.request_id = part.request_id and request.reference = any($1)`,
    [tokenIds],
  );
  const { rows } = await client.query<Part>(
    'select station_id, request_id, seq_no, sealed_text from customer_information_part order by station_id, request_id, seq_no',
  );
  for (const parts of Map.groupBy(rows, (row) => `${row.station_id}\n${row.request_id}`).values()) {
    const texts = parts.map((part) => unseal(installationKey, customerInformationPurpose, part.sealed_text).toString());
    if (!isAbout(texts.join(''))) continue; // a name may be cut between two parts
    const [{ station_id, request_id }] = parts as [Part];
    await client.query('delete from customer_information_part where station_id = $1 and request_id = $2', [
      station_id,
      request_id,
    ]);
  }
}
