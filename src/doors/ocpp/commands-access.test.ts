import { describe, expect, test } from 'vitest';
import { someFunction, something } from '../../../test/support/some.ts';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const versions = ['1.6', '2.0.1', '2.1'] as const;
const expiresAt = new Date('2026-03-01T08:00:00Z');

describe('reservations', () => {
  const asked = {
    id: 11,
    evseId: 2,
    connectorType: 'cCCS2',
    expiresAt,
    token: { value: 'AB12', type: 'iso14443' },
    group: { value: 'FLEET', type: 'central' },
  };
  const business = {
    findCommandsByRequest: new Map([[7, { askedBy: 'ana' }]]),
    'reservations.ask': asked,
    'reservations.toKeep': asked,
    'reservations.isToBeCancelled': true,
  };
  const input = { tokenId: 'tok', minutes: 30, connectorType: 'cCCS2' };
  const answered = (answer: object) => ['reservations.answered', { stationId: 'CP-1', id: 11, ...answer }];

  test.each([
    [
      '1.6',
      {
        connectorId: 2,
        expiryDate: '2026-03-01T08:00:00.000Z',
        idTag: 'AB12',
        parentIdTag: 'FLEET',
        reservationId: 11,
      },
    ],
    [
      '2.0.1',
      {
        id: 11,
        expiryDateTime: '2026-03-01T08:00:00.000Z',
        idToken: { idToken: 'AB12', type: 'ISO14443' },
        evseId: 2,
        connectorType: 'cCCS2',
        groupIdToken: { idToken: 'FLEET', type: 'Central' },
      },
    ],
  ] as const)('OCPP %s reserves with %o', async (version, payload) => {
    const { sent, recorded, answer, losses } = await translated(version, 'reserve', input, {
      answers: { ReserveNow: accepted },
      business,
    });
    expect(sent).toEqual([['ReserveNow', payload]]);
    expect(recorded).toEqual([
      ['findCommandsByRequest', 'CP-1', [7]],
      ['reservations.ask', { stationId: 'CP-1', ...input, createdBy: 'ana' }],
      answered({ isAccepted: true, code: 'Accepted' }),
    ]);
    expect(answer).toEqual({ reservationId: 11 });
    expect(losses.map(({ field }) => field)).toEqual(version === '1.6' ? ['connectorType'] : []);
  });

  test('any EVSE is connector 0 of 1.6 and no EVSE of 2.x; a long group is not said by 1.6', async () => {
    const any = { ...asked, evseId: null, connectorType: null, group: { value: 'G'.repeat(21), type: 'central' } };
    const other = { ...business, findCommandsByRequest: new Map(), 'reservations.ask': any };
    const reserved = (version: '1.6' | '2.0.1', given: object = other) =>
      translated(
        version,
        'reserve',
        { tokenId: 'tok', minutes: 30 },
        { answers: { ReserveNow: accepted }, business: given as never },
      );
    const [[, payload] = []] = (await reserved('1.6')).sent;
    expect(payload).toMatchObject({ connectorId: 0 });
    expect(payload).not.toHaveProperty('parentIdTag');
    const twenty = { ...other, 'reservations.ask': { ...any, group: { value: 'G'.repeat(20), type: 'central' } } };
    expect((await reserved('1.6', twenty)).sent).toMatchObject([[something, { parentIdTag: 'G'.repeat(20) }]]);
    const alone = await reserved('2.0.1', { ...other, 'reservations.ask': { ...any, group: null } });
    expect(Object.keys(alone.sent[0]?.[1] as object)).toEqual(['id', 'expiryDateTime', 'idToken']);
    expect(alone.recorded[1]).toMatchObject([something, { createdBy: null }]);
  });

  test('a refusal is in the books', async () => {
    const { recorded, status, code } = await translated('1.6', 'reserve', input, {
      answers: { ReserveNow: { status: 'Occupied' } },
      business,
    });
    expect(recorded.at(-1)).toEqual(answered({ isAccepted: false, code: 'Occupied' }));
    expect([status, code]).toEqual(['rejected', 'Occupied']);
  });

  test('an error of the station is a refusal; a failure of ours has a reason', async () => {
    const heard: unknown[] = [];
    const listening = { ...business, 'reservations.answered': (answer: unknown) => heard.push(answer) };
    await expect(
      translated('2.1', 'reserve', input, { answers: { ReserveNow: 'InternalError' }, business: listening }),
    ).rejects.toThrow('error');
    expect(heard).toEqual([{ stationId: 'CP-1', id: 11, isAccepted: false, code: 'InternalError' }]);
    await expect(translated('2.1', 'keep-reservation', { reservationId: 11 }, { business: listening })).rejects.toThrow(
      'no answer to ReserveNow',
    );
    expect(heard.at(-1)).toMatchObject({
      isAccepted: false,
      code: null,
      why: 'The station has no answer to ReserveNow.',
    });
  });

  test.each(versions)('OCPP %s keeps one that is in the books', async (version) => {
    const { sent, recorded } = await translated(
      version,
      'keep-reservation',
      { reservationId: 11 },
      { answers: { ReserveNow: accepted }, business },
    );
    expect(sent[0]?.[0]).toBe('ReserveNow');
    expect(recorded[0]).toEqual(['reservations.toKeep', { stationId: 'CP-1', id: 11 }]);
  });

  test.each([
    ['1.6', 'Accepted', true],
    ['2.1', 'Rejected', false],
  ] as const)('OCPP %s answers a cancellation with %s', async (version, word, isAccepted) => {
    const { sent, recorded } = await translated(
      version,
      'cancel-reservation',
      { reservationId: 11 },
      { answers: { CancelReservation: { status: word } }, business },
    );
    expect(sent).toEqual([['CancelReservation', { reservationId: 11 }]]);
    expect(recorded.at(-1)).toEqual([
      'reservations.cancelAnswered',
      { stationId: 'CP-1', id: 11, isAccepted, code: word },
    ]);
  });

  test('nothing is sent for one that the station does not have', async () => {
    const outcome = await translated(
      '2.1',
      'cancel-reservation',
      { reservationId: 11 },
      { business: { 'reservations.isToBeCancelled': false } },
    );
    expect(outcome).toMatchObject({ sent: [], status: 'accepted' });
  });
});

describe('security', () => {
  const withPassword = {
    'security.changePassword': (_id: string, send: (password: string) => unknown) => send('70617373'),
  };
  const raising = { 'security.raiseProfile': (_wanted: object, send: () => unknown) => send() };
  const set = (attributeStatus: string) => ({
    setVariableResult: [{ attributeStatus, component: { name: 'a' }, variable: { name: 'b' } }],
  });

  test.each([
    ['1.6', ['ChangeConfiguration', { key: 'AuthorizationKey', value: '70617373' }], { status: 'RebootRequired' }],
    [
      '2.0.1',
      [
        'SetVariables',
        {
          setVariableData: [
            {
              component: { name: 'SecurityCtrlr' },
              variable: { name: 'BasicAuthPassword' },
              attributeValue: '70617373',
            },
          ],
        },
      ],
      set('Accepted'),
    ],
  ] as const)('OCPP %s changes the password by %o', async (version, frame, response) => {
    const { sent, status } = await translated(
      version,
      'change-password',
      {},
      { answers: { [frame[0]]: response }, business: withPassword },
    );
    expect([sent, status]).toEqual([[frame], 'accepted']);
  });

  test('2.x that answers nothing has refused', async () => {
    const answers = { SetVariables: { setVariableResult: [] } };
    expect(await translated('2.1', 'change-password', {}, { answers, business: withPassword })).toMatchObject({
      status: 'rejected',
      code: 'Rejected',
    });
  });

  test.each([
    ['Accepted', false],
    ['RebootRequired', true],
  ])('1.6 that says %s to a profile', async (word, needsReset) => {
    const { sent, answer, losses, recorded } = await translated(
      '1.6',
      'set-security-profile',
      { profile: 2, networkSlots: [1] },
      { answers: { ChangeConfiguration: { status: word } }, business: raising },
    );
    expect(sent).toEqual([['ChangeConfiguration', { key: 'SecurityProfile', value: '2' }]]);
    expect(answer).toEqual({ needsReset });
    expect(losses.map(({ field }) => field)).toEqual(['networkSlots']);
    expect(recorded).toMatchObject([['security.raiseProfile', { stationId: 'CP-1', profile: 2 }, someFunction]]);
  });

  test('2.x takes the profile from the slots of its networks', async () => {
    const answers = { SetVariables: set('RebootRequired') };
    const { sent, answer, status } = await translated(
      '2.1',
      'set-security-profile',
      { profile: 2, networkSlots: [2, 1] },
      { answers, business: raising },
    );
    expect(sent).toMatchObject([
      [
        'SetVariables',
        { setVariableData: [{ variable: { name: 'NetworkConfigurationPriority' }, attributeValue: '2,1' }] },
      ],
    ]);
    expect([status, answer]).toEqual(['accepted', { needsReset: true }]);
    await expect(async () => translated('2.1', 'set-security-profile', { profile: 2 })).rejects.toThrow(
      'networkSlots is missing',
    );
  });
});

describe('certificates', () => {
  const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: '9' } as const;
  const business = {
    'certificates.rootToInstall': 'PEM',
    'certificates.chainFor': { chain: 'CHAIN', purpose: 'station', stationRequestId: 3 },
  };
  const install = (version: (typeof versions)[number], purpose: string, status = 'Accepted') =>
    translated(version, 'install-certificate', { purpose, certificate: 'x' } as never, {
      answers: { InstallCertificate: { status } },
      business,
    });

  test.each([
    ['1.6', 'csms-root', 'CentralSystemRootCertificate'],
    ['2.0.1', 'mobility-operator-root', 'MORootCertificate'],
    ['2.1', 'oem-root', 'OEMRootCertificate'],
  ] as const)('OCPP %s installs a %s as %s', async (version, purpose, certificateType) => {
    const { sent, recorded } = await install(version, purpose);
    expect(sent).toEqual([['InstallCertificate', { certificateType, certificate: 'PEM' }]]);
    expect(recorded.at(-1)).toEqual(['certificates.recordInstalled', { stationId: 'CP-1', purpose, pem: 'PEM' }]);
    expect((await install(version, purpose, 'Failed')).recorded).toHaveLength(1);
  });

  test.each([
    ['1.6', 'oem-root'],
    ['2.0.1', 'oem-root'],
  ] as const)('OCPP %s knows no %s', async (version, purpose) => {
    expect(await install(version, purpose)).toMatchObject({
      sent: [],
      status: 'not-sent',
      losses: [{ field: 'purpose' }],
    });
    const listed = translated(version, 'list-certificates', { purposes: [purpose] });
    expect(await listed).toMatchObject({ sent: [], status: 'not-sent', losses: [{ field: 'purposes' }] });
  });

  test.each([
    ['1.6', 'Accepted', 1],
    ['2.1', 'NotFound', 1],
    ['2.0.1', 'Failed', 0],
  ] as const)('OCPP %s that answers a deletion with %s', async (version, status, records) => {
    const { sent, recorded } = await translated(version, 'delete-certificate', hash, {
      answers: { DeleteCertificate: { status } },
    });
    expect(sent).toEqual([['DeleteCertificate', { certificateHashData: hash }]]);
    expect(recorded).toHaveLength(records);
  });

  test('1.6 lists one kind at a time, of the two it knows', async () => {
    const list = (purposes?: ('csms-root' | 'oem-root')[]) =>
      translated(
        '1.6',
        'list-certificates',
        { purposes },
        { answers: { GetInstalledCertificateIds: [{ certificateHashData: [hash] }, {}] } },
      );
    const { sent, recorded, answer, losses } = await list();
    expect(sent).toEqual([
      ['GetInstalledCertificateIds', { certificateType: 'CentralSystemRootCertificate' }],
      ['GetInstalledCertificateIds', { certificateType: 'ManufacturerRootCertificate' }],
    ]);
    expect(recorded).toEqual([
      [
        'certificates.recordListed',
        {
          stationId: 'CP-1',
          purposes: ['csms-root', 'manufacturer-root'],
          certificates: [{ ...hash, purpose: 'csms-root', below: [] }],
        },
      ],
    ]);
    expect([answer, losses]).toEqual([{ count: 1 }, []]);
    expect((await list(['csms-root', 'oem-root'])).losses.map(({ field }) => field)).toEqual(['purposes']);
    expect((await list(['csms-root'])).losses).toEqual([]);
  });

  const vendorId = 'org.openchargealliance.iso15118pnc';
  const overNote = (name: Parameters<typeof translated>[1], input: object, answers: Record<string, object>) =>
    translated('1.6', name, input as never, {
      answers,
      business: { ...business, 'certificates.chainFor': { chain: 'CHAIN', purpose: 'v2g', stationRequestId: null } },
    });
  const answered = (answer: object) => ({ DataTransfer: { status: 'Accepted', data: JSON.stringify(answer) } });
  const sentOver = (messageId: string, request: object) => [
    'DataTransfer',
    { vendorId, messageId, data: JSON.stringify(request) },
  ];

  test.each([
    [
      'install-certificate',
      { purpose: 'v2g-root' },
      'InstallCertificate',
      { certificateType: 'V2GRootCertificate', certificate: 'PEM' },
    ],
    [
      'install-certificate',
      { purpose: 'mobility-operator-root' },
      'InstallCertificate',
      { certificateType: 'MORootCertificate', certificate: 'PEM' },
    ],
    [
      'send-certificate',
      { requestId: 'R' },
      'CertificateSigned',
      { certificateChain: 'CHAIN', certificateType: 'V2GCertificate' },
    ],
    ['trigger', { message: 'sign-v2g-certificate' }, 'TriggerMessage', { requestedMessage: 'SignV2GCertificate' }],
  ] as const)('1.6 says %s for vehicles over DataTransfer', async (name, input, messageId, request) => {
    const { sent, status } = await overNote(name, input, answered({ status: 'Accepted' }));
    expect([status, sent]).toEqual(['accepted', [sentOver(messageId, request)]]);
    expect(await overNote(name, input, answered({ status: 'Rejected' }))).toMatchObject({ status: 'rejected' });
    const unknown = await overNote(name, input, { DataTransfer: { status: 'UnknownVendorId' } });
    expect(unknown).toMatchObject({ status: 'rejected', code: 'UnknownVendorId' });
    const odd = await overNote(name, input, { DataTransfer: { status: 'Accepted', data: 'yes' } });
    expect(odd).toMatchObject({ status: 'rejected', reason: expect.stringContaining('in a form') as string });
  });

  test('1.6 lists what is for vehicles over DataTransfer', async () => {
    const chain = [{ certificateType: 'MORootCertificate', certificateHashData: hash }];
    const answers = answered({ status: 'Accepted', certificateHashDataChain: chain });
    const purposes = ['v2g-root', 'mobility-operator-root'];
    const { sent, recorded } = await overNote('list-certificates', { purposes }, answers);
    const certificateType = ['V2GRootCertificate', 'MORootCertificate'];
    expect(sent).toEqual([sentOver('GetInstalledCertificateIds', { certificateType })]);
    const certificates = [{ ...hash, purpose: 'mobility-operator-root', below: [] }];
    expect(recorded).toEqual([['certificates.recordListed', { stationId: 'CP-1', purposes, certificates }]]);
  });

  test('what 1.6 does not find among its own is deleted among those for vehicles', async () => {
    const both = { DeleteCertificate: { status: 'NotFound' }, ...answered({ status: 'Accepted' }) };
    const { sent, status } = await overNote('delete-certificate', hash, both);
    expect(status).toBe('accepted');
    expect(sent.at(-1)).toEqual(sentOver('DeleteCertificate', { certificateHashData: hash }));
    const without = { DeleteCertificate: { status: 'NotFound' }, DataTransfer: { status: 'UnknownVendorId' } };
    expect(await overNote('delete-certificate', hash, without)).toMatchObject({ status: 'rejected', code: 'NotFound' });
  });

  test('2.x lists all at once, with what is below them', async () => {
    const chain = [
      {
        certificateType: 'V2GCertificateChain',
        certificateHashData: { ...hash, customData: {} },
        childCertificateHashData: [hash],
      },
    ];
    const list = (version: '2.0.1' | '2.1', purposes?: ('v2g-chain' | 'oem-root')[]) =>
      translated(
        version,
        'list-certificates',
        { purposes },
        { answers: { GetInstalledCertificateIds: { ...accepted, certificateHashDataChain: chain } } },
      );
    for (const version of ['2.0.1', '2.1'] as const) {
      const { sent, recorded, answer, losses } = await list(version);
      expect(sent).toEqual([['GetInstalledCertificateIds', {}]]);
      expect(recorded).toEqual([
        [
          'certificates.recordListed',
          { stationId: 'CP-1', purposes: null, certificates: [{ ...hash, purpose: 'v2g-chain', below: [hash] }] },
        ],
      ]);
      expect([answer, losses]).toEqual([{ count: 1 }, []]);
    }
    const half = await list('2.0.1', ['v2g-chain', 'oem-root']);
    expect(half.sent).toEqual([['GetInstalledCertificateIds', { certificateType: ['V2GCertificateChain'] }]]);
    expect(half.losses.map(({ field }) => field)).toEqual(['purposes']);
    expect((await list('2.1', ['oem-root'])).sent).toEqual([
      ['GetInstalledCertificateIds', { certificateType: ['OEMRootCertificate'] }],
    ]);
  });

  test.each([
    ['1.6', { certificateChain: 'CHAIN' }],
    ['2.0.1', { certificateChain: 'CHAIN', certificateType: 'ChargingStationCertificate' }],
    ['2.1', { certificateChain: 'CHAIN', certificateType: 'ChargingStationCertificate', requestId: 3 }],
  ] as const)('OCPP %s delivers %o', async (version, payload) => {
    const { sent, recorded } = await translated(version, 'send-certificate', { requestId: 3 } as never, {
      answers: { CertificateSigned: accepted },
      business,
    });
    expect(sent).toEqual([['CertificateSigned', payload]]);
    expect(recorded.at(-1)).toEqual([
      'certificates.recordDelivery',
      { stationId: 'CP-1', requestId: 3, refusal: null },
    ]);
  });

  test.each([
    [{ status: 'Rejected', statusInfo: { reasonCode: 'BadChain' } }, 'BadChain'],
    [{ status: 'Rejected' }, 'Rejected'],
  ])('a station that answers %o has refused', async (answer, refusal) => {
    const { recorded } = await translated('2.1', 'send-certificate', { requestId: 3 } as never, {
      answers: { CertificateSigned: answer },
      business,
    });
    expect(recorded.at(-1)).toMatchObject([something, { refusal }]);
  });
});

describe('the list of tokens', () => {
  const entries = [
    {
      token: { value: 'AB12', type: 'iso14443', group: { value: 'FLEET', type: 'central' } },
      info: { status: 'accepted', expiresAt, language: 'pt-BR' },
    },
    {
      token: { value: 'CD34', type: 'central', group: { value: 'G'.repeat(21), type: 'central' } },
      info: { status: 'blocked', expiresAt: null, language: null },
    },
    { token: { value: 'EF56', type: 'central', group: null }, info: null },
  ];
  const planned = (isFull: boolean, steps = entries) => ({
    'localLists.inTurn': (_id: string, work: () => unknown) => work(),
    'localLists.plan': ({ wire }: { wire: { textOf(entry: unknown): string } }) => ({
      isFull,
      version: 4,
      steps,
      wanted: { tooLong: ['tok_long'], noRoom: [] },
      async *messages() {
        yield { isFull, version: 5, entries: steps.map((entry) => wire.textOf(entry)) };
      },
    }),
  });

  test('is said by 1.6', async () => {
    const { sent, answer, losses, recorded } = await translated(
      '1.6',
      'send-local-list',
      { mode: 'full' },
      { answers: { SendLocalList: accepted }, business: planned(true) },
    );
    expect(sent).toEqual([
      [
        'SendLocalList',
        {
          listVersion: 5,
          updateType: 'Full',
          localAuthorizationList: [
            {
              idTag: 'AB12',
              idTagInfo: { status: 'Accepted', expiryDate: '2026-03-01T08:00:00.000Z', parentIdTag: 'FLEET' },
            },
            { idTag: 'CD34', idTagInfo: { status: 'Blocked' } },
            { idTag: 'EF56' },
          ],
        },
      ],
    ]);
    expect(answer).toEqual({ version: 5, entries: 3, messages: 1 });
    expect(losses).toEqual([{ field: 'tokenIds', why: 'tok_long is longer than this version can say' }]);
    expect(recorded.map(([path]) => path)).toEqual([
      'localLists.inTurn',
      'localLists.plan',
      'localLists.recordBegun',
      'localLists.recordTaken',
    ]);
  });

  test('is said by 2.x, which knows no empty list', async () => {
    const list = (steps: typeof entries) =>
      translated(
        '2.0.1',
        'send-local-list',
        { mode: 'differential' },
        { answers: { SendLocalList: accepted }, business: planned(false, steps) },
      );
    expect((await list(entries)).sent).toEqual([
      [
        'SendLocalList',
        {
          versionNumber: 5,
          updateType: 'Differential',
          localAuthorizationList: [
            {
              idToken: { idToken: 'AB12', type: 'ISO14443' },
              idTokenInfo: {
                status: 'Accepted',
                cacheExpiryDateTime: '2026-03-01T08:00:00.000Z',
                language1: 'pt-BR',
                groupIdToken: { idToken: 'FLEET', type: 'Central' },
              },
            },
            {
              idToken: { idToken: 'CD34', type: 'Central' },
              idTokenInfo: { status: 'Blocked', groupIdToken: { idToken: 'G'.repeat(21), type: 'Central' } },
            },
            { idToken: { idToken: 'EF56', type: 'Central' } },
          ],
        },
      ],
    ]);
    const empty = await translated(
      '2.0.1',
      'send-local-list',
      { mode: 'full' },
      { answers: { SendLocalList: accepted }, business: planned(true, []) },
    );
    expect(empty.sent).toEqual([['SendLocalList', { versionNumber: 5, updateType: 'Full' }]]);
  });

  test.each([
    ['1.6', { listVersion: 5 }],
    ['2.0.1', { versionNumber: 5 }],
  ] as const)('its version is read by %s', async (version, response) => {
    const { answer, recorded } = await translated(
      version,
      'get-local-list-version',
      {},
      { answers: { GetLocalListVersion: response }, business: { 'localLists.recordVersion': true } },
    );
    expect(answer).toEqual({ version: 5, isInSync: true });
    expect(recorded).toEqual([['localLists.recordVersion', 'CP-1', 5]]);
  });

  test.each(versions)('the cache is cleared by %s', async (version) => {
    expect((await translated(version, 'clear-cache', {}, { answers: { ClearCache: accepted } })).sent).toEqual([
      ['ClearCache', {}],
    ]);
  });
});
