import { expect, test } from 'vitest';
import { startFailure, tellingLine } from './failure.ts';

test('the first grave line tells why, not its consequences nor our own pending', () => {
  const log = [
    '2026-03-01 08:00:00.000 UTC [12] FATAL:  the database system is starting up',
    '2026-03-01 08:00:00.100 UTC [10] PANIC:  could not locate a valid checkpoint record at 0/17A5B30',
    '2026-03-01 08:00:00.200 UTC [9] LOG:  startup process (PID 10) was terminated by signal 6: Aborted',
    '2026-03-01 08:00:00.300 UTC [9] LOG:  aborting startup due to startup process failure',
  ].join('\n');
  expect(tellingLine(log)).toBe('could not locate a valid checkpoint record at 0/17A5B30');
});

test('a full disk is told even where a later failure looks graver', () => {
  const log = [
    '2026-03-01 08:00:00.000 UTC [9] ERROR:  could not extend file "base/1/2691": No space left on device',
    '2026-03-01 08:00:00.100 UTC [9] PANIC:  cannot abort transaction 1, it was already committed',
  ].join('\n');
  expect(tellingLine(log)).toBe('could not extend file "base/1/2691": No space left on device');
});

test.for([
  ['could not write to file "pg_wal/xlogtemp.1": No space left on device', 'The disk of /data is full'],
  ['could not create shared memory segment: No space left on device', 'too little memory'],
  ['mkdir EROFS: read-only file system', '/data cannot be written'],
  ['could not open file "global/pg_control": No such file or directory', 'is damaged'],
  ['could not look up effective user ID 4711: user does not exist', 'a user that the system knows by name'],
  ['something that nobody has seen before', 'See postgres.log in /data'],
])('"%s" comes with what to do', ([reason, todo]) => {
  const { code, message } = startFailure({ what: 'PostgreSQL did not start', reason, dataDir: '/data' });
  expect(code).toBe('CANNOT_START');
  expect(message).toContain(`PostgreSQL did not start: ${reason}. `);
  expect(message).toContain(todo);
});
