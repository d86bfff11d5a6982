import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstTree } from '#contract/energy/first-tree.ts';
import { siteEnergy } from '#contract/energy/site-energy.ts';
import type { Fullness } from '../../../test/support/sample-answer.ts';
import { sampleServer } from '../../../test/support/sample-server.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { buildProgram, pathOf } from './program.ts';
import { runSigec } from './run.ts';

/** A sample cannot be a tree. */
const settings = {
  ...siteEnergy.parse({ tree: firstTree({ limit: { limitA: 63 }, stations: [{ stationId: 'CP-1', evseIds: [1] }] }) }),
  siteId: 'S-1',
  version: 2,
  changedAt: '2026-03-01T08:00:00Z',
  changedBy: 'key-1',
};
const siteSettings = { 'GET /api/sites/:id/energy': settings, 'PUT /api/sites/:id/energy': settings };

const sessionId = '0198e1a0-0000-7000-8000-000000000000';

/** What a command asks of the server, prints and ends with, for answers that hold much, little or nothing. */
async function transcript(line: string, fullness: Fullness, typed?: readonly string[]): Promise<string> {
  const server = sampleServer(fullness, siteSettings);
  vi.stubGlobal('fetch', server.fetch);
  const terminal = recordedTerminal({
    env: { SIGEC_URL: 'http://sigec.test', SIGEC_KEY: 'key' },
    now: '2026-03-01T12:00:00Z',
    piped: 'AB12;Ana\n',
    ...(typed !== undefined && { typed }),
  });
  const args = line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  const exitCode = await runSigec(args, terminal);
  const { out, err } = terminal.shown;
  return `${server.requests.map((each) => `> ${each}\n`).join('')}${out}${err.replaceAll(/^(?=.)/gm, '! ')}= ${exitCode}`;
}

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const lines = `
now
station list
station list --state online --status faulted --search CP
station show CP-1
station accept CP-1
station accept CP-1 --password
station accept CP-1 --no-password
station reject CP-1
station reject CP-1 --why scrapped
station exemption grant CP-1 --network 10.20.0.0/16 --for 30d --why old
station exemption end CP-1
station reset CP-1
station reset CP-1 CP-2 --now --why test
station reset CP-1 --when-idle --evse 1 --wait 0
station reset CP-1 --resume
station reset CP-1 --now --when-idle
station unlock CP-1 1.2
station enable CP-1 --connector 1.1
station disable CP-1 CP-2
station trigger CP-1 heartbeat
station trigger CP-1 custom --custom SelfTest --connector 2 --also CP-2
station command CP-1 reset {"when":"now"}
station command CP-1 nothing
station command CP-1 reset {
station call CP-1 Reset {"type":"Hard"}
station call CP-1 Reset
station commands CP-1
station commands CP-1 --limit 3
station commands CP-1 --limit x
station config get CP-1
station config get CP-1 HeartbeatInterval
station config get CP-1 --cached
station config set CP-1 HeartbeatInterval=60
station config set CP-1 HeartbeatInterval
station firmware update CP-1 https://files.example/fw.bin
station firmware status CP-1
station logs fetch CP-1 ftp://files.example --kind security
station local-list status
station local-list status CP-1
station local-list sync CP-1 --wait 0
station local-list sync CP-1 --mode off --wait 0
station security CP-1
station security CP-1 --lang pt-BR
station secure CP-1 --no-wait
station secure CP-1 --profile 2 --no-wait
station secure CP-1 --profile 7
station secure CP-1 --abandon
station floor CP-1 --profile 1 --why new-board
station floor CP-1 --profile 4 --why new-board
station messages CP-1
station messages CP-1 --action Heartbeat --outcome error --since 2h --limit 5
station messages CP-1 --raw
certificate list CP-1
certificate expiring
certificate expiring --days 60
certificate expiring --days x
certificate renewals
certificate renew
certificate renew CP-1 CP-2
certificate revoke 4f1c
certificate revoke 4f1c --reason key-compromise
certificate revoke 4f1c --reason boredom
certificate authority list
certificate authority show root
certificate authority import stations --certificate /nowhere --private-key -
certificate authority import stations
certificate authority renew stations
certificate authority renew nobody
contract list
contract issue DE8AA1A2B3C4D5
contract revoke DEAAA12345678X
contract vehicle list
contract vehicle register
contract vehicle remove ${sessionId}
session list
session list --station CP-1 --evse 1 --state ended --since 2d --flag meter-reset --min-kwh 1.5 --limit 2
session list --month 2026-02 --flagged
session list --from 2026-02-01 --to 2026-03-01
session list --token AB12
session list --token-hash abcdef
session list --month 2026-02 --since 1h
session show ${sessionId}
session start CP-1 --token AB12 --connector 1 --wait 0
session start CP-1 --token-id tok_1
session start CP-1
session stop ${sessionId}
session receipt ${sessionId}
session correct ${sessionId} -5,00 --reason test
session correct ${sessionId} five --reason test
session export --station CP-1
session export --format jsonl
session export --json
site list
site show S-1
site add S-1 --name Depot --time-zone UTC --currency BRL
site add S-1 --name Depot --time-zone UTC --currency BRL --street Rua --city Recife --region PE --postal-code 50000 --country BR --latitude -8.05 --longitude -34.9 --closed-outside --admits everyone --offline known-only --tariff-text x --cost-text y --hours mon-fri=08:00-18:00
site change S-1 --city Olinda
site change S-1 --street "" --city "" --region "" --postal-code "" --country ""
site change S-1 --latitude "" --longitude ""
site change S-1 --latitude 1
site change S-1 --offline as-is --no-closed-outside --tariff-text ""
site change S-1
site change S-1 --admits "name 0"
site remove S-1
site place CP-1 CP-9 S-1 --note here
site place CP-1 S-1
site place CP-1 S-1 --admits as-site --note ""
site place CP-1 S-1 --admits everyone --json
site place S-1
site unplace CP-1
site unplace CP-99
site place-device D-1 S-1 --station CP-1 --connector 1.2 --note wall
site place-device D-1 S-1
site place-device D-1 S-1 --connector 1
site unplace-device "deviceId 0"
energy show S-1
energy show S-1 --settings
energy plan S-1
energy plan S-1 --hours 2
energy plan S-1 --what-if limit=40A --what-if CP-1:1=11kW --caution 1
energy plan S-1 --what-if 40A
energy apply S-1
energy limit S-1
energy limit S-1 grid 40A --until 18:00 --why fair
energy limit S-1 grid 20kW --from 2026-03-02T06:00 --until 2026-03-02T07:00:00Z
energy limit S-1 grid 40
energy limit S-1 grid --remove
energy need CP-1 80% --by 07:00 --min 10kWh --priority
energy need ${sessionId} 20kWh --capacity 60kWh --arrival 40% --discharge --reserve 50% --priority 3
energy need CP-1
energy need CP-1 --remove
energy need CP-1 lots
energy set S-1 --limit 63A --mode control --phases 1 --max-current 16A
energy set S-1 --file missing.yaml
energy set S-1 --limit much
energy set S-1
energy unlearn S-1 CP-1
energy remove S-1
energy meter list S-1
energy meter add S-1 roof --kind pv --max 20kW
energy meter add S-1 house --kind load --source modbus-tcp --host 10.0.0.9 --model sdm630
energy meter add S-1 house --kind load --source mqtt
energy meter push S-1 roof 4.2kW
energy meter push S-1 roof much
energy meter remove S-1 nobody
energy price show S-1
energy price set S-1 0.60 --window "mon-fri 18:00-21:00 0.95" --export 0.05 --demand-charge 12
energy price set S-1
energy price import S-1 missing.csv --per-mwh
energy price remove S-1 carbon
group list
group show "name 0"
group show nobody
group add Fleet
group add Fleet --site S-1 --station CP-1 --one-at-a-time --master-pass --from 2026-03-01 --until 2026-04-01 --value G1
group add Fleet --everywhere --no-one-at-a-time --no-master-pass
group change "name 0" --name Other
group change "name 0"
group block "name 0"
group unblock "name 0"
group remove "name 0"
driver list
driver list --search ana --group "name 0" --limit 3
driver show "name 0"
driver add Ana --email ana@example.org --phone 1 --note x --language pt-BR --group "name 0" --site S-1
driver add Ana
driver change "name 0" --name Bia --places-as-group --sessions-as-group
driver change "name 0" --everywhere --one-at-a-time --email ""
driver change "name 0"
driver block "name 0"
driver unblock "name 0"
driver forget "name 0" --yes
driver forget "name 0"
token list
token list --driver "name 0" --group "name 0" --blocked --limit 4
token show AB12
token add AB12 --driver "name 0" --group "name 0" --note x --from 2026-03-01 --until 2026-04-01 --language en --tariff day --credit 10,50 --type emaid --blocked
token add AB12
token change AB12 --note "" --credit "" --driver ""
token change AB12
token block AB12
token unblock AB12
token remove AB12
token import missing.csv
token try AB12 CP-1
token try AB12 CP-1 --evse 1 --at 2026-03-01T10:00:00Z --type emaid
token refusals
token refusals --station CP-1 --token AB12 --driver "name 0" --since 1d --limit 3
tariff list
tariff show day
tariff check missing.json
tariff set missing.json
tariff try day --minutes 60 --kwh 10
tariff try day --minutes 60 --kwh 10,5 --at 2026-03-01T10:00:00Z --idle 5 --site S-1
tariff try day --minutes x --kwh 10
tariff assign day --everywhere
tariff assign day --site S-1 --from 2026-04-01 --until 2026-05-01
tariff assign day --station CP-1 --connector 1.2
tariff assign day --group "name 0"
tariff assign day
tariff assign day --connector 1
tariff assign day --everywhere --site S-1
tariff assignments
tariff unassign ${sessionId}
tariff retire day
tariff retire day --force
reservation list
reservation list --status active --station CP-1 --site S-1 --token AB12 --limit 2
reservation add CP-1 AB12
reservation add CP-1 AB12 --evse 1 --connector-type cCCS2 --group "name 0" --at 2026-03-02T10:00:00Z --minutes 45
reservation cancel CP-1 5
reservation cancel CP-1 x
payment list
payment list --limit 3
payment list --limit x
payment show ${sessionId}
payment refund ${sessionId} 5,00 --reason noise
payment refund ${sessionId} much
payment pay ${sessionId}
payment open
payment open --limit 2
payment close ${sessionId} --resolution paid
payment close ${sessionId}
payment days
payment balances
payment balances --account receivable --party session:1
payment entries
payment entries --cites ${sessionId} --limit 2
payment compare simulated 2026-02-28
payment compare simulated yesterday
payment address CP-1
payment address CP-1 --qr 1
payment address CP-1 --qr 99
invoice list
invoice list --limit 1
invoice show A-1
invoice export
invoice export --json
invoice print ${sessionId}
invoice request ${sessionId} --provider pix
invoice request ${sessionId}
token top-up AB12 50.00 BRL --provider pix
invoice make 2026-02
invoice make 2026-02 --driver Ana
invoice make February
invoice pay A-1 12.50 --reference transfer
invoice pay A-1 twelve
invoice credit A-1
partner list
partner add Away --party BR-AWY --tariff day
partner add Hub --party * --hub
partner add Away
partner connect Away --versions https://away.example/ocpi/versions --token secret
partner connect nobody
partner invite "name 0"
partner show "name 0"
partner show nobody
partner rotate "name 0"
partner remove "name 0"
partner set "name 0" --tariff day --tolerance 0,50 --party BR-AWY
partner set "name 0" --tolerance much
partner set "name 0" --site depot --site yard
partner set "name 0" --site all
partner set "name 0" --share-tokens off
partner set "name 0" --share-tokens sometimes
partner set "name 0"
partner publish S-1 --standard IEC_62196_T2 --format SOCKET --power AC_3_PHASE --volts 230 --amps 32
partner publish S-1
partner publish S-1 --volts x
partner withdraw S-1
partner locations "name 0" --limit 3
partner sessions "name 0" --limit 3
partner tariffs "name 0"
partner cdrs "name 0"
partner cdrs "name 0" --limit 2
partner exchanges "name 0" --failures --limit 5
partner exchanges "name 0"
partner pull "name 0"
partner start "name 0" AB12 --location L1 --evse-uid E1
partner start "name 0" AB12
partner reserve "name 0" AB12 --location L1 --evse-uid E1 --minutes 20
partner reserve "name 0" AB12
partner reserve "name 0" AB12 --location L1 --minutes 0
partner unreserve "name 0" R1
partner bookings "name 0" --limit 3
partner book "name 0" AB12 --location L1 --evse-uid E1 --from 2026-03-02T18:00:00Z --to 2026-03-02T19:00:00Z
partner book "name 0" AB12 --location L1 --from later
partner unbook "name 0" B1
partner terminals "name 0"
partner assign "name 0" T1 --site depot --site yard --evse-uid E1
partner captures "name 0"
partner limit "name 0" S1 --watts 5000
partner limit "name 0" S1
device list
device list --state waiting --site S-1 --station CP-1 --online
device list --offline
device list --online --offline
device show CP-1
device show nobody
device tools CP-1
device tools CP-1 --refresh
device alert CP-1 "Queue is full" --title Notice
device call CP-1 "name 0" {"a":1} --timeout 5
device call CP-1 "name 0" [
device activate 123456 --name Lamp
device activate 123456 --secret ff
device rename CP-1 Lamp
device block CP-1
device unblock CP-1
device remove CP-1
device accept CP-1 "name 0" --yes
device accept CP-1 --all --yes --tier R2
device accept CP-1 --all
device accept CP-1
device accept CP-1 nothing --yes
device refuse CP-1 "name 0"
device refuse CP-1 --all --yes
device add-server lamp --name Lamp
device renew-address lamp
device place CP-1 S-1
device unplace "deviceId 0"
report
report --month 2026-02
report --from 2026-02-01 --to 2026-03-01 --site S-1 --station CP-1 --driver "name 0" --tariff day
report --format csv
report --format html
report --out x.txt
report sessions --month 2026-02
report sessions --format jsonl
report uptime --month 2026-02
report refusals --month 2026-02
report outages --since 7d
outage list
outage list --site S-1 --station CP-1 --from 2026-02-01 --to 2026-03-01 --limit 3
outage exclude ${sessionId} maintenance --why planned
outage exclude ${sessionId} nothing --why planned
outage include ${sessionId} --why wrong
finding list
finding list --station CP-1 --site S-1 --all --limit 3
finding show ${sessionId}
finding next
finding cohorts
finding station CP-1
finding close ${sessionId} confirmed --cause relay --note seen
finding close ${sessionId} maybe
rule list
rule show ${sessionId}
rule runs
rule runs ${sessionId} --limit 3
rule templates
rule try Tell me when CP-11 is back
rule try
rule set Tell me when CP-11 is back
rule set --template nothing
rule approve ${sessionId} --yes --days 3 --runs 5
rule approve ${sessionId}
rule off ${sessionId}
rule on ${sessionId}
rule remove ${sessionId}
notify list
notify list --unread --limit 3
notify read
notify settings
notify settings --topic stations=digest --quiet 22:00-06:00 --digest 07:00 --email off
notify settings --topic moon=full
notify settings --quiet later
notify test
notify webhook list
notify webhook add https://example.org/hook station-booted --name Desk
notify webhook remove ${sessionId}
ticket list
ticket list --station CP-1 --all --limit 3
ticket open CP-1 "No lock" --mrec CX025 --severity high --note seen
ticket open CP-1 "No lock" --severity deadly
ticket change ${sessionId} --state resolved --cause lock --assign Ana --part Latch --note done
ticket list --site S-1 --state open
ticket list --state broken
ticket open CP-1 "No lock" --connector 1.2 --assign Ana --evidence finding:f-1
ticket open CP-1 "No lock" --evidence rumour
ticket show ${sessionId}
ticket show 7
ticket change 7 --evidence session:s-1 --mrec "" --title Latch
ticket change 7
ticket note 7 "The key was lost"
ticket part 7 Latch --number L-7 --count 2
ticket part 7 Latch --count 0
ticket close 7 --cause lock --note done
ticket close 7 --cause magic
ticket export --station CP-1 --from 2026-01-01
ticket export --json
ticket repairs
ticket repairs --since 90d --site S-1
playbook list CP-1
playbook list CP-1 --up-to hard-reset
playbook run CP-1
playbook run CP-1 --steps 3 --up-to unlock
playbook run CP-1 --steps 9
log list CP-1
log ask CP-1 --kind security --ftp
log show ${sessionId}
campaign list
campaign show ${sessionId}
campaign start "New one" --set HeartbeatInterval=300 --station CP-1 --site S-1 --model M --window 22:00-05:00
campaign start "New one" --image ${sessionId} --rollback ${sessionId} --preview
campaign start "New one" --certificates
campaign start "New one"
campaign start "New one" --set nothing
campaign start "New one" --certificates --window night
campaign pause ${sessionId} --why lunch
campaign resume ${sessionId}
campaign stop ${sessionId} --roll-back
campaign cancel ${sessionId}
firmware list
firmware add missing.bin --vendor V --firmware-version 1
firmware retire ${sessionId}
proposal list
proposal list --state proposed --limit 3
proposal show ${sessionId}
proposal approve ${sessionId} --yes
proposal approve ${sessionId} --yes --apply
proposal approve ${sessionId}
proposal deny ${sessionId} --why no
proposal deny ${sessionId}
kill-switch status
kill-switch on --why fire
kill-switch on
kill-switch off --why over
node list
drain
drain ${sessionId}
event list
event list --since 1h --limit 3
event show 1913.897
event show latest
person list
person invite ana@north.example --role operator@north,viewer --name Ana
person invite ana@north.example --role boss
person roles abcd1234 --role viewer
person disable abcd1234
person enable abcd1234
person link abcd1234
person sign-out abcd1234
person remove abcd1234
invitation list
invitation revoke abcd1234
agent list
agent disconnect abcd1234
key create Bot --kind agent --role viewer --site north
key create Ana --kind person --role viewer
key create Bot --kind agent --role operator --scope a,b --expires 30d --approves-by-elicitation
key create Bot --kind agent --role operator --expires x
key list
key revoke ${sessionId}
vehicles list
vehicles list fusca --brand VW,Fiat --model Gol --price-max 50000 --year-min 2010 --km-max 9000 --fuel flex --order menor_preco --limit 2 --after x
vehicles list --price-max x
vehicles show 1
vehicles export
books list
books list sertão --category novel --in-stock --sort price --limit 2
books show 1
books orders
books orders --limit 2
books load missing.json
mcp address
audit list
audit list --principal k --action token --outcome refused --limit 2
completion bash
completion zsh
completion fish
completion csh
nothing
station
--help
`;

const wanted = lines.trim().split('\n');

/** They wait, take over the process, or read and write files of their own: tests beside them show what they do. */
const elsewhere = [
  ...['serve', 'doctor', 'chat', 'ask', 'event follow', 'replay', 'mcp serve', 'mcp scan', 'audit verify'],
  ...['mcp add', 'mcp remove', 'mcp list', 'mcp test'],
  ...['vehicles import', 'vehicles seed', 'database backup', 'database restore', 'database rebuild'],
  ...['simulate fleet', 'simulate devices', 'simulate station', 'simulate site', 'simulate prices', 'simulate vehicle'],
];

test('every command has a line here, or a test of its own', () => {
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap((each) => leaves(each));
  const names = leaves(buildProgram(recordedTerminal(), () => undefined)).map((each) =>
    pathOf(each).slice('sigec '.length),
  );
  const hasLine = (name: string) => wanted.some((line) => `${line} `.startsWith(`${name} `));
  expect(names.filter((name) => !hasLine(name)).toSorted()).toEqual(elsewhere.toSorted());
});

const rows = {
  full: wanted,
  bare: wanted.filter((line) => !/^(completion|nothing|station$|--help)/.test(line)),
  empty: wanted.filter((line) =>
    /(^now|^report|list|show|status|tools|commands|get|messages|assignments|refusals|orders)/.test(line),
  ),
};

describe.each(['full', 'bare', 'empty'] as const)('with answers that are %s', (fullness) => {
  test.each(rows[fullness])('sigec %s', async (line) => {
    expect(await transcript(line, fullness)).toMatchSnapshot();
  });
});

test.each([
  'station list',
  'station show CP-1',
  'station local-list status CP-1',
  'session list --limit 2',
  'site place CP-1 CP-2 S-1',
  'proposal approve x --yes --apply',
  'kill-switch status',
  'now',
])('sigec %s --json', async (line) => {
  expect(await transcript(`${line} --json`, 'bare')).toMatchSnapshot();
});

describe.each([['yes'], ['no']])('for a person who answers %s', (answer) => {
  test.each(
    wanted.filter((line) => /(forget|approve|accept|refuse|deny|remove|revoke)/.test(line) && !line.includes('--yes')),
  )('sigec %s', async (line) => {
    expect(await transcript(line, 'full', [answer, answer])).toMatchSnapshot();
  });
});
