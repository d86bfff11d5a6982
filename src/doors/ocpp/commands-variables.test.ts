import { describe, expect, test } from 'vitest';
import { something } from '../../../test/support/some.ts';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const heartbeat = { name: 'HeartbeatInterval', attribute: 'actual' as const };
const place = {
  component: 'OCPPCommCtrlr',
  componentInstance: null,
  evseId: null,
  connectorId: null,
  variable: 'HeartbeatInterval',
  variableInstance: null,
};
const wire = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } };
const vendorKey = { component: 'Vendor', variable: 'Glow', attribute: 'actual' as const };
const statuses = (answer: unknown) => (answer as { results: { status: string }[] }).results.map(({ status }) => status);

describe('set-variables', () => {
  test('1.6 sends each key by itself and keeps what was taken', async () => {
    const { sent, recorded, status, code, answer } = await translated(
      '1.6',
      'set-variables',
      {
        variables: [
          { ...heartbeat, value: '60' },
          { name: 'MeterValueSampleInterval', value: '30', attribute: 'actual' },
        ],
      },
      { answers: { ChangeConfiguration: [accepted, { status: 'RebootRequired' }] } },
    );
    expect(sent).toEqual([
      ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '60' }],
      ['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '30' }],
    ]);
    expect(recorded).toMatchObject([
      ['variables.recordSet', 'CP-1', [{ place, attribute: 'actual', value: '60', awaitsReboot: false }]],
      ['variables.recordSet', 'CP-1', [{ value: '30', awaitsReboot: true }]],
    ]);
    expect([status, code]).toEqual(['accepted', 'reboot-required']);
    expect(statuses(answer)).toEqual(['accepted', 'reboot-required']);
  });

  test('1.6 names what it has no key or attribute for, and is not asked for that alone', async () => {
    const { sent, recorded, status, losses, answer } = await translated('1.6', 'set-variables', {
      variables: [
        { component: 'Nowhere', variable: 'Nothing', value: '1', attribute: 'actual' },
        { ...heartbeat, value: '60', attribute: 'target' },
      ],
    });
    expect([sent, recorded, status]).toEqual([[], [], 'not-sent']);
    expect(statuses(answer)).toEqual(['unknown-component', 'unsupported-attribute']);
    expect(losses.map(({ why }) => why)).toEqual([
      'OCPP 1.6 has no configuration key for it',
      'OCPP 1.6 knows the actual value alone, not target',
    ]);
  });

  test('1.6 keeps nothing that was refused', async () => {
    const outcome = await translated(
      '1.6',
      'set-variables',
      { variables: [{ ...heartbeat, value: '60' }] },
      { answers: { ChangeConfiguration: { status: 'NotSupported' } } },
    );
    expect(outcome).toMatchObject({ status: 'rejected', code: 'unknown-variable', recorded: [], losses: [] });
    expect(outcome.reason).toMatch(/HeartbeatInterval was not taken\.$/);
  });

  test('2.x sends as many as fit a message, and keeps the values that were taken', async () => {
    const taken = (attributeStatus: string, more: object = {}) => ({
      setVariableResult: [{ ...wire, attributeStatus, ...more }],
    });
    const { sent, recorded, code, answer, reason } = await translated(
      '2.0.1',
      'set-variables',
      {
        variables: [
          { ...heartbeat, value: '60' },
          { ...heartbeat, value: '90', attribute: 'max-set' },
          { ...heartbeat, value: '5', attribute: 'min-set' },
        ],
      },
      {
        answers: {
          SetVariables: [
            taken('Accepted'),
            taken('RebootRequired', { attributeType: 'MaxSet' }),
            taken('Rejected', {
              attributeType: 'MinSet',
              attributeStatusInfo: { reasonCode: 'Low', additionalInfo: 'x' },
            }),
          ],
        },
        business: { 'variables.numberOf': 1 },
      },
    );
    expect(sent).toEqual([
      ['SetVariables', { setVariableData: [{ ...wire, attributeValue: '60' }] }],
      ['SetVariables', { setVariableData: [{ ...wire, attributeType: 'MaxSet', attributeValue: '90' }] }],
      ['SetVariables', { setVariableData: [{ ...wire, attributeType: 'MinSet', attributeValue: '5' }] }],
    ]);
    expect(recorded[0]).toMatchObject([
      'variables.numberOf',
      'CP-1',
      { variable: 'ItemsPerMessage', variableInstance: 'SetVariables' },
    ]);
    expect(recorded.slice(1)).toEqual([
      ['variables.recordSet', 'CP-1', [{ place, attribute: 'actual', value: '60', awaitsReboot: false }]],
      ['variables.recordSet', 'CP-1', [{ place, attribute: 'max-set', value: '90', awaitsReboot: true }]],
      ['variables.recordSet', 'CP-1', []],
    ]);
    expect(code).toBe('rejected');
    expect(reason).toBe('OCPPCommCtrlr.HeartbeatInterval was not taken (Low: x).');
    expect(statuses(answer)).toEqual(['accepted', 'reboot-required', 'rejected']);
  });

  test('a value that the station names of itself is unknown to us', async () => {
    const other = { component: { name: 'Other' }, variable: { name: 'Thing' }, attributeStatus: 'Accepted' };
    const { answer } = await translated(
      '2.1',
      'set-variables',
      { variables: [{ ...heartbeat, value: '60' }] },
      { answers: { SetVariables: { setVariableResult: [other] } }, business: { 'variables.numberOf': null } },
    );
    expect(answer).toMatchObject({ results: [{ component: 'Other', value: null }] });
  });
});

describe('get-variables', () => {
  test('1.6 asks for as many keys as the station takes, in any case of letters', async () => {
    const { sent, recorded, answer } = await translated(
      '1.6',
      'get-variables',
      {
        variables: [
          heartbeat,
          vendorKey,
          { name: 'AuthorizationKey', attribute: 'actual' },
          { ...heartbeat, attribute: 'target' },
          { component: 'Nowhere', variable: 'X', attribute: 'actual' },
        ],
      },
      {
        answers: {
          GetConfiguration: [
            { configurationKey: [{ key: 'HEARTBEATINTERVAL', readonly: false, value: '60' }] },
            {},
            {},
          ],
        },
        business: { 'variables.numberOf': 1 },
      },
    );
    expect(sent[0]).toEqual(['GetConfiguration', { key: ['HeartbeatInterval'] }]);
    expect(sent.length).toBeGreaterThan(1);
    expect(answer).toMatchObject({
      results: [
        { status: 'accepted', value: '60' },
        {},
        {},
        { status: 'unsupported-attribute' },
        { status: 'unknown-component' },
      ],
    });
    expect(recorded.at(-1)).toEqual(['variables.recordRead', 'CP-1', [{ place, attribute: 'actual', value: '60' }]]);
  });

  test('1.6 is not asked for what has no key', async () => {
    const outcome = await translated(
      '1.6',
      'get-variables',
      { variables: [{ component: 'Nowhere', variable: 'X', attribute: 'actual' }] },
      { business: { 'variables.numberOf': null } },
    );
    expect(outcome).toMatchObject({ sent: [], status: 'not-sent', code: 'unknown-component' });
  });

  test('1.6 quotes no password, even if the station does', async () => {
    const { answer } = await translated(
      '1.6',
      'get-variables',
      { variables: [{ name: 'AuthorizationKey', attribute: 'actual' }] },
      {
        answers: {
          GetConfiguration: { configurationKey: [{ key: 'AuthorizationKey', readonly: false, value: 'secret' }] },
        },
        business: { 'variables.numberOf': null },
      },
    );
    expect(JSON.stringify(answer)).not.toContain('secret');
  });

  test('2.x keeps what it read', async () => {
    const results = [
      { ...wire, attributeStatus: 'Accepted', attributeValue: '60' },
      { ...wire, attributeType: 'Target', attributeStatus: 'NotSupportedAttributeType' },
    ];
    const { sent, recorded, answer, code } = await translated(
      '2.0.1',
      'get-variables',
      { variables: [heartbeat, { ...heartbeat, attribute: 'target' }] },
      { answers: { GetVariables: { getVariableResult: results } }, business: { 'variables.numberOf': null } },
    );
    expect(sent).toEqual([['GetVariables', { getVariableData: [wire, { ...wire, attributeType: 'Target' }] }]]);
    expect(recorded.at(-1)).toEqual(['variables.recordRead', 'CP-1', [{ place, attribute: 'actual', value: '60' }]]);
    expect(answer).toMatchObject({
      results: [
        { value: '60', reason: null },
        { value: null, attribute: 'target' },
      ],
    });
    expect(code).toBe('unsupported-attribute');
  });
});

describe('get-report', () => {
  const keys = [
    { key: 'HeartbeatInterval', readonly: false, value: '60' },
    { key: 'NumberOfConnectors', readonly: true, value: '2' },
    { key: 'Glow', readonly: false },
  ];
  const reported = async (input: { base?: 'summary'; criteria?: 'active'[]; components?: { name: string }[] }) => {
    const outcome = await translated('1.6', 'get-report', input, {
      answers: { GetConfiguration: { configurationKey: keys } },
    });
    const [expected, report] = outcome.recorded;
    return {
      ...outcome,
      expected: expected?.[1],
      report: report?.[1] as { variables: { place: object; attributes: object[] }[] },
    };
  };

  test('1.6 reports its configuration at once', async () => {
    const { sent, expected, report, losses, answer } = await reported({});
    expect(sent).toEqual([['GetConfiguration', {}]]);
    expect(expected).toEqual({ stationId: 'CP-1', requestId: 7, isWhole: true });
    expect(report).toMatchObject({ stationId: 'CP-1', requestId: 7, seqNo: 0, isLast: true });
    expect(report.variables.map(({ attributes: [attribute] }) => attribute)).toMatchObject([
      { type: 'actual', value: '60', mutability: 'read-write' },
      { value: '2', mutability: 'read-only' },
      { value: null },
    ]);
    expect([losses, answer]).toEqual([[], { requestId: 7 }]);
  });

  test('1.6 names what it cannot choose by', async () => {
    const { losses, expected, report } = await reported({
      base: 'summary',
      criteria: ['active'],
      components: [{ name: 'OCPPCommCtrlr' }],
    });
    expect(losses.map(({ field }) => field)).toEqual(['criteria', 'base']);
    expect(expected).toMatchObject({ isWhole: false });
    expect(report.variables).toMatchObject([{ place: { component: 'OCPPCommCtrlr', variable: 'HeartbeatInterval' } }]);
    const one = await reported({ components: [{ name: 'OCPPCommCtrlr.HeartbeatInterval' }] });
    expect(one.report.variables).toHaveLength(1);
    const other = await reported({ components: [{ name: 'OCPPCommCtrlr.RetryBackOffWaitMinimum' }] });
    expect(other.report.variables).toEqual([]);
  });

  test.each([
    [{}, ['GetBaseReport', { requestId: 7, reportBase: 'FullInventory' }], true],
    [{ base: 'configuration' }, ['GetBaseReport', { requestId: 7, reportBase: 'ConfigurationInventory' }], false],
    [{ criteria: ['problem'] }, ['GetReport', { requestId: 7, componentCriteria: ['Problem'] }], false],
    [
      { components: [{ name: 'OCPPCommCtrlr' }, { name: 'OCPPCommCtrlr.HeartbeatInterval' }] },
      ['GetReport', { requestId: 7, componentVariable: [{ component: { name: 'OCPPCommCtrlr' } }, wire] }],
      false,
    ],
  ])('2.x asks %o as %o', async (input, frame, isWhole) => {
    const answers = { GetBaseReport: accepted, GetReport: accepted };
    const { sent, recorded, answer, losses } = await translated('2.0.1', 'get-report', input as never, { answers });
    expect(sent).toEqual([frame]);
    expect(recorded).toEqual([['variables.expectReport', { stationId: 'CP-1', requestId: 7, isWhole }]]);
    expect([answer, losses]).toEqual([{ requestId: 7 }, []]);
  });

  test('2.x has no base beside criteria', async () => {
    const { losses } = await translated(
      '2.1',
      'get-report',
      { base: 'full', criteria: ['active'] },
      { answers: { GetReport: accepted } },
    );
    expect(losses.map(({ field }) => field)).toEqual(['base']);
  });
});

describe('monitors', () => {
  const monitor = {
    name: 'Connector.Temperature',
    type: 'upper-threshold' as const,
    value: 80,
    severity: 2,
    onlyDuringSession: false,
  };
  const sensor = { component: { name: 'Connector' }, variable: { name: 'Temperature' } };
  const said = { ...sensor, type: 'UpperThreshold', value: 80, severity: 2, transaction: false };
  const result = { ...sensor, type: 'UpperThreshold', severity: 2, status: 'Accepted', id: 4 };

  test('2.0.1 leaves out streams and targets, and names them', async () => {
    const { sent, recorded, losses, answer, status, code } = await translated(
      '2.0.1',
      'set-monitors',
      {
        monitors: [
          { ...monitor, id: 3, stream: { values: 2 } },
          { ...monitor, type: 'target-delta' },
        ],
      },
      { answers: { SetVariableMonitoring: { setMonitoringResult: [result] } } },
    );
    expect(sent).toEqual([['SetVariableMonitoring', { setMonitoringData: [{ ...said, id: 3 }] }]]);
    expect(losses.map(({ field }) => field)).toEqual(['monitors.0.stream', 'monitors.1.type']);
    expect(recorded).toMatchObject([
      [
        'monitoring.recordMonitors',
        'CP-1',
        [{ id: 4, type: 'upper-threshold', value: 80, severity: 2, onlyDuringSession: false, origin: 'custom' }],
      ],
    ]);
    expect(answer).toMatchObject({
      results: [
        { id: 4, status: 'accepted' },
        { id: null, status: 'unsupported-type' },
      ],
    });
    expect([status, code]).toEqual(['rejected', 'unsupported-type']);
  });

  test('2.0.1 is not asked when it has no word for any of them', async () => {
    const outcome = await translated('2.0.1', 'set-monitors', {
      monitors: [{ ...monitor, type: 'target-delta-relative' }],
    });
    expect(outcome).toMatchObject({ sent: [], status: 'not-sent' });
  });

  test('2.1 says streams with their pace', async () => {
    const { sent, status } = await translated(
      '2.1',
      'set-monitors',
      {
        monitors: [
          { ...monitor, id: 3, stream: { intervalSeconds: 5 } },
          { ...monitor, stream: { values: 2 } },
          monitor,
        ],
      },
      { answers: { SetVariableMonitoring: { setMonitoringResult: [result] } } },
    );
    expect(sent).toEqual([
      [
        'SetVariableMonitoring',
        {
          setMonitoringData: [
            { ...said, id: 3, periodicEventStream: { interval: 5 } },
            { ...said, periodicEventStream: { values: 2 } },
            said,
          ],
        },
      ],
    ]);
    expect(status).toBe('accepted');
  });

  test.each([
    [{ status: 'Rejected', statusInfo: { reasonCode: 'Full' } }, 'Connector.Temperature is not watched (Full).'],
    [{ status: 'Duplicate' }, 'Connector.Temperature is not watched.'],
  ])('a monitor that the station answers with %o is not kept', async (answer, reason) => {
    const told = { ...result, id: undefined, ...answer };
    const outcome = await translated(
      '2.1',
      'set-monitors',
      { monitors: [monitor] },
      { answers: { SetVariableMonitoring: { setMonitoringResult: [told] } } },
    );
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason,
      recorded: [['monitoring.recordMonitors', 'CP-1', []]],
    });
  });

  test.each([
    ['severity', { severity: 3 }],
    ['type', { type: 'LowerThreshold' }],
    ['place', { variable: { name: 'Other' } }],
  ])('an answer with another %s belongs to none of ours', async (_what, other) => {
    const answers = { SetVariableMonitoring: { setMonitoringResult: [{ ...result, ...other }] } };
    const { recorded } = await translated('2.1', 'set-monitors', { monitors: [monitor] }, { answers });
    expect(recorded).toEqual([['monitoring.recordMonitors', 'CP-1', []]]);
  });

  test('a monitor that the station accepts without a number is not kept', async () => {
    const answers = { SetVariableMonitoring: { setMonitoringResult: [{ ...result, id: undefined }] } };
    expect((await translated('2.1', 'set-monitors', { monitors: [monitor] }, { answers })).recorded).toEqual([
      ['monitoring.recordMonitors', 'CP-1', []],
    ]);
  });

  test('cleared ones and unknown ones are gone', async () => {
    const cleared = [
      { id: 1, status: 'Accepted' },
      { id: 2, status: 'NotFound' },
      { id: 3, status: 'Rejected' },
    ];
    const { recorded, code, answer } = await translated(
      '2.0.1',
      'clear-monitors',
      { ids: [1, 2, 3] },
      { answers: { ClearVariableMonitoring: { clearMonitoringResult: cleared } } },
    );
    expect(recorded).toEqual([['monitoring.recordCleared', 'CP-1', [1, 2]]]);
    expect(code).toBe('NotFound');
    expect(statuses(answer)).toEqual(['accepted', 'not-found', 'rejected']);
    const all = await translated(
      '2.0.1',
      'clear-monitors',
      { ids: [1] },
      { answers: { ClearVariableMonitoring: { clearMonitoringResult: cleared.slice(0, 1) } } },
    );
    expect(all.status).toBe('accepted');
  });

  test.each([
    [
      'set-monitoring-base',
      { base: 'factory-default' },
      ['SetMonitoringBase', { monitoringBase: 'FactoryDefault' }],
      'monitoring.recordBase',
    ],
    ['set-monitoring-level', { severity: 4 }, ['SetMonitoringLevel', { severity: 4 }], 'monitoring.recordLevel'],
    [
      'adjust-stream',
      { id: 2, pace: { intervalSeconds: 5 } },
      ['AdjustPeriodicEventStream', { id: 2, params: { interval: 5 } }],
      'streams.recordPace',
    ],
  ] as const)('%s %o is kept once it was taken', async (name, input, frame, path) => {
    const asked = (status: string) => translated('2.1', name, input as never, { answers: { [frame[0]]: { status } } });
    const { sent, recorded } = await asked('Accepted');
    expect(sent).toEqual([frame]);
    expect(recorded.map(([said]) => said)).toEqual([path]);
    expect((await asked('Rejected')).recorded).toEqual([]);
  });

  test('the pace of a stream is kept with what was not named', async () => {
    const { recorded } = await translated(
      '2.1',
      'adjust-stream',
      { id: 2, pace: { values: 9 } },
      { answers: { AdjustPeriodicEventStream: accepted } },
    );
    expect(recorded).toEqual([['streams.recordPace', 'CP-1', { id: 2, intervalSeconds: null, values: 9 }]]);
  });

  test('the open streams are kept', async () => {
    const streams = [
      { id: 1, variableMonitoringId: 4, params: { interval: 5 } },
      { id: 2, variableMonitoringId: 5, params: { values: 3 } },
    ];
    const { recorded, answer } = await translated(
      '2.1',
      'get-streams',
      {},
      { answers: { GetPeriodicEventStream: { constantStreamData: streams } } },
    );
    expect(recorded).toEqual([
      [
        'streams.recordOpen',
        'CP-1',
        [
          { id: 1, monitorId: 4, intervalSeconds: 5, values: null },
          { id: 2, monitorId: 5, intervalSeconds: null, values: 3 },
        ],
      ],
    ]);
    expect(answer).toEqual({ open: 2 });
  });

  test.each([
    [{}, {}, true],
    [{ criteria: ['delta'] }, { monitoringCriteria: ['DeltaMonitoring'] }, false],
    [{ components: [{ name: 'Connector' }] }, { componentVariable: [{ component: { name: 'Connector' } }] }, false],
  ])('a report of %o asks %o', async (input, payload, isWhole) => {
    const { sent, recorded } = await translated('2.0.1', 'get-monitoring-report', input as never, {
      answers: { GetMonitoringReport: accepted },
    });
    expect(sent).toEqual([['GetMonitoringReport', { requestId: 7, ...payload }]]);
    expect(recorded).toEqual([['monitoring.expectReport', { stationId: 'CP-1', requestId: 7, isWhole }]]);
  });
});

describe('set-network-profile', () => {
  const input = {
    slot: 1,
    url: 'wss://csms.example',
    version: '2.1' as const,
    interface: 'any' as const,
    securityProfile: 2,
    messageTimeoutSeconds: 30,
  };
  const data = { ocppTransport: 'JSON', ocppCsmsUrl: input.url, messageTimeout: 30, securityProfile: 2 };
  const answers = { SetNetworkProfile: accepted };

  test('2.0.1 has one word for OCPP 2, no any, no identity and no password', async () => {
    const { sent, losses, recorded } = await translated(
      '2.0.1',
      'set-network-profile',
      { ...input, identity: 'CP', password: 'p'.repeat(16) },
      { answers },
    );
    expect(sent).toEqual([
      [
        'SetNetworkProfile',
        { configurationSlot: 1, connectionData: { ...data, ocppVersion: 'OCPP20', ocppInterface: 'Wired0' } },
      ],
    ]);
    expect(losses.map(({ field }) => field)).toEqual(['identity', 'password', 'version', 'interface']);
    expect(recorded).toMatchObject([
      ['variables.recordNetworkProfile', 'CP-1', { identity: null, apn: null, vpnServer: null, version: '2.1' }],
    ]);
  });

  test('2.0.1 loses nothing that it has words for', async () => {
    const { sent, losses } = await translated(
      '2.0.1',
      'set-network-profile',
      { ...input, version: '1.6', interface: 'wireless-1' },
      { answers },
    );
    expect(sent).toMatchObject([
      [something, { connectionData: { ocppVersion: 'OCPP16', ocppInterface: 'Wireless1' } }],
    ]);
    expect(losses).toEqual([]);
  });

  test('2.1 says who the station is there', async () => {
    const { sent, recorded } = await translated(
      '2.1',
      'set-network-profile',
      { ...input, identity: 'CP', password: 'p'.repeat(16) },
      { answers },
    );
    expect(sent).toMatchObject([
      [
        something,
        {
          connectionData: {
            ocppVersion: 'OCPP21',
            ocppInterface: 'Any',
            identity: 'CP',
            basicAuthPassword: 'p'.repeat(16),
          },
        },
      ],
    ]);
    expect(recorded).toMatchObject([[something, 'CP-1', { identity: 'CP' }]]);
    const plain = await translated('2.1', 'set-network-profile', { ...input, interface: 'wired-2' }, { answers });
    expect(plain.sent).toEqual([
      [
        'SetNetworkProfile',
        { configurationSlot: 1, connectionData: { ...data, ocppVersion: 'OCPP21', ocppInterface: 'Wired2' } },
      ],
    ]);
    expect(plain.recorded).toMatchObject([[something, 'CP-1', { identity: null }]]);
  });

  test('the mobile network and the tunnel are said and their secrets not kept', async () => {
    const apn = {
      name: 'net',
      authentication: 'pap' as const,
      user: 'u',
      password: 'secret',
      simPin: 1,
      preferredNetwork: '72410',
      isOnlyPreferred: true,
    };
    const vpn = { type: 'ikev2' as const, server: 'vpn.example', user: 'u', group: 'g', password: 'secret', key: 'k' };
    const { sent, recorded } = await translated('2.1', 'set-network-profile', { ...input, apn, vpn }, { answers });
    expect(sent).toMatchObject([
      [
        'SetNetworkProfile',
        {
          connectionData: {
            apn: {
              apn: 'net',
              apnAuthentication: 'PAP',
              apnUserName: 'u',
              apnPassword: 'secret',
              simPin: 1,
              preferredNetwork: '72410',
              useOnlyPreferredNetwork: true,
            },
            vpn: { type: 'IKEv2', server: 'vpn.example', user: 'u', group: 'g', password: 'secret', key: 'k' },
          },
        },
      ],
    ]);
    expect(recorded).toMatchObject([[something, 'CP-1', { apn: 'net', vpnServer: 'vpn.example' }]]);
    expect(JSON.stringify(recorded)).not.toContain('secret');
    const { group: _group, ...noGroup } = vpn;
    const bare = await translated(
      '2.1',
      'set-network-profile',
      { ...input, apn: { name: 'net', authentication: 'none' }, vpn: noGroup },
      { answers },
    );
    expect(bare.sent).toMatchObject([
      [something, { connectionData: { apn: { apn: 'net', apnAuthentication: 'NONE' } } }],
    ]);
    expect(JSON.stringify(bare.sent)).not.toMatch(/apnUserName|apnPassword|simPin|preferredNetwork|useOnly|group/);
  });

  test.each(['2.0.1', '2.1'] as const)('OCPP %s keeps nothing that was refused', async (version) => {
    expect(
      (
        await translated(version, 'set-network-profile', input, {
          answers: { SetNetworkProfile: { status: 'Rejected' } },
        })
      ).recorded,
    ).toEqual([]);
  });
});
