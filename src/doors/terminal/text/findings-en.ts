import { localTime } from '../times.ts';
import type { FindingTexts } from './finding-texts.ts';
import { dataSize, gigabytes } from './gigabytes.ts';

/** What `sigec doctor` says about each thing it can find. */
export const findingsEn: FindingTexts = {
  'settings-fine': ({ file, unknownNames }) => ({
    found: `${file === null ? 'There is no .env; environment and flags are valid' : `${file}, environment and flags are valid`}${
      unknownNames.length === 0 ? '' : ` (no settings of ours in ${file}: ${unknownNames.join(', ')})`
    }`,
  }),
  'settings-wrong': ({ sentence }) => ({ found: sentence, repair: 'Correct it; .env.example shows every setting.' }),

  'data-dir-fine': ({ folder, freeBytes }) => ({
    found: `${folder} can be written, ${gigabytes(freeBytes, 'en')} free`,
  }),
  'data-dir-absent': ({ folder, freeBytes }) => ({
    found: `${folder} is made at the first start, ${gigabytes(freeBytes, 'en')} free`,
  }),
  'data-dir-unusable': ({ folder, reason }) => ({
    found: `${folder} cannot be used: ${reason}`,
    repair: 'Give that folder to the user that starts SIGEC, or set DATA_DIR to one it may write to.',
  }),
  'data-dir-full': ({ folder, freeBytes, leastBytes, isFull }) => ({
    found: isFull
      ? `The disk of ${folder} is full: nothing can be stored, and stations keep their messages until it has room again`
      : `${folder} has only ${gigabytes(freeBytes, 'en')} free`,
    repair: `Free at least ${gigabytes(leastBytes, 'en')} there, or set DATA_DIR to a folder on a larger disk.`,
  }),

  'clock-fine': ({ now }) => ({ found: `It is ${localTime(now)}` }),
  'clock-behind': ({ now, newest }) => ({
    found: `The clock says ${localTime(now)}, but files here are from ${localTime(newest)}`,
    repair: 'Set the clock of this machine, best by network time (timedatectl set-ntp true).',
  }),
  'clock-ahead': ({ now, newest }) => ({
    found: `The clock says ${localTime(now)}, and the newest file here is from ${localTime(newest)}`,
    repair: 'Set the clock of this machine, best by network time (timedatectl set-ntp true).',
  }),

  'database-fine': ({ place, version, pendingMigrations, killSwitchSince }) => ({
    found: `PostgreSQL ${version} answers (${place})${
      pendingMigrations === 0 ? '' : `; ${pendingMigrations} migrations follow at the next start`
    }${killSwitchSince === null ? '' : `; the kill switch is on since ${killSwitchSince} (sigec kill-switch off)`}`,
  }),
  'database-new': ({ folder }) => ({ found: `The embedded PostgreSQL is made in ${folder} at the first start` }),
  'database-not-starting': ({ sentence }) => ({
    found: 'The embedded PostgreSQL does not start',
    repair: sentence,
  }),
  'database-away': ({ place, reason }) => ({
    found: `Nothing answers at ${place}: ${reason}`,
    repair: 'Start that server, correct DATABASE_URL, or remove it to use the embedded database.',
  }),
  'database-disk-full': ({ place, reason, leastBytes }) => ({
    found: `The disk of ${place} is full or failing: ${reason}`,
    repair: `Free space there, at least ${dataSize(leastBytes, 'en')}; a running SIGEC goes on by itself, and stations keep their messages until then.`,
  }),
  'database-refuses': ({ place, reason }) => ({
    found: `${place} refuses us: ${reason}`,
    repair: 'Check user, password and database in DATABASE_URL.',
  }),
  'database-too-old': ({ place, version, oldest }) => ({
    found: `${place} is PostgreSQL ${version}`,
    repair: `Upgrade it to ${oldest} or newer, or remove DATABASE_URL to use the embedded database.`,
  }),
  'database-newer': ({ place, migrations }) => ({
    found: `${place} was written by a newer SIGEC (${migrations.join(', ')})`,
    repair: 'Upgrade SIGEC, or restore a backup from before the upgrade.',
  }),

  'tls-off': () => ({ found: 'TLS is off; a proxy has to add it before others connect over the internet' }),
  'certificate-fine': ({ kind, names, until, days }) => ({
    found: `The ${kind.toUpperCase()} certificate (${names}) is good until ${localTime(until)}, ${days} days`,
  }),
  'certificate-expires': ({ kind, names, until, days }) => ({
    found: `The ${kind.toUpperCase()} certificate (${names}) expires at ${localTime(until)}, in ${days} days`,
    repair: 'Renew it; files that change are read within seconds, and nobody is disconnected.',
  }),
  'certificate-self-signed': () => ({
    found: 'Certificates are self-signed: browsers warn of them and stations refuse them (TLS=files or acme)',
  }),
  'certificate-wrong': ({ sentence }) => ({ found: 'The certificates cannot be used', repair: sentence }),
  'certificate-absent': ({ directory }) => ({ found: `A certificate is ordered from ${directory} at the start` }),
  'certificate-not-renewed': ({ directory, at, reason }) => ({
    found: `${directory} has issued no certificate at ${localTime(at)}: ${reason}`,
    repair: 'See that the names lead here and the port of ACME_CHALLENGE is open; it is tried again by itself.',
  }),
  'port-free': ({ setting, port }) => ({ found: `${port} (${setting}) is free` }),
  'port-any': ({ setting }) => ({ found: `${setting} takes any free port` }),
  'port-ours': ({ setting, port }) => ({ found: `${port} (${setting}) is served by SIGEC, which is running` }),
  'port-taken': ({ setting, port }) => ({
    found: `${port} (${setting}) is in use by another program`,
    repair: `Stop that program (ss -ltnp shows it), or set ${setting} to a free port.`,
  }),
  'port-forbidden': ({ setting, port }) => ({
    found: `${port} (${setting}) may not be opened by this user`,
    repair: `Set ${setting} to a port above 1023.`,
  }),
  'port-twice': ({ setting, port, other }) => ({
    found: `${port} is given to both ${other} and ${setting}`,
    repair: `Set ${setting} to another port.`,
  }),
  'port-unusable': ({ setting, port, reason }) => ({
    found: `${port} (${setting}) cannot be opened: ${reason}`,
    repair: `Check HOST, or set ${setting} to another port.`,
  }),
  'host-unknown': ({ host }) => ({
    found: `${host} (HOST) is no address of this machine`,
    repair: 'Set HOST to 127.0.0.1, to one of its addresses, or to 0.0.0.0 for all.',
  }),

  'provider-fine': ({ provider }) => ({ found: `LLM_PROVIDER=${provider} has what it needs` }),
  'provider-key-missing': ({ provider, setting }) => ({
    found: `LLM_PROVIDER=${provider} has no key`,
    repair: `Set ${setting}, or LLM_PROVIDER=interpreter to work without a model.`,
  }),
  'provider-address-missing': ({ provider, setting }) => ({
    found: `LLM_PROVIDER=${provider} has no address`,
    repair: `Set ${setting}, or LLM_PROVIDER=interpreter to work without a model.`,
  }),
};
