/** What detectors found: what it is, why it is believed, and what to do about it. */
export const findingWords = {
  'finding-safety': ['{place}: danger to people was reported', '{place}: perigo para pessoas foi informado'],
  'finding-relay-failing': ['{place}: the contactor is wearing out', '{place}: o contator está se desgastando'],
  'finding-overheating': ['{place}: the connector gets too hot', '{place}: o conector esquenta demais'],
  'finding-lock-failing': ['{place}: the connector lock is failing', '{place}: a trava do conector está falhando'],
  'finding-meter-failing': ['{place}: the meter is failing', '{place}: o medidor está falhando'],
  'finding-starts-failing': ['{place}: sessions fail to start', '{place}: sessões não conseguem começar'],
  'finding-restarting': ['{place}: it restarts by itself', '{place}: reinicia sozinha'],
  'finding-memory-leak': [
    '{place}: its controller runs out of memory',
    '{place}: o controlador está ficando sem memória',
  ],
  'finding-link-unstable': ['{place}: the connection keeps breaking', '{place}: a conexão cai repetidamente'],
  'finding-clock-drifting': ['{place}: the clock drifts', '{place}: o relógio está se desviando'],
  'finding-power-low': ['{place}: it delivers less than offered', '{place}: entrega menos do que oferece'],
  'finding-answers-slow': ['{place}: it answers ever more slowly', '{place}: responde cada vez mais devagar'],
  'finding-fault-recurring': ['{place}: the same fault keeps returning', '{place}: a mesma falha volta sempre'],
  'finding-firmware-regression': [
    'Firmware {firmware} of {model}: more trouble than other firmware',
    'Firmware {firmware} de {model}: mais problemas que outros firmwares',
  ],
  'finding-model-prone': ['{model}: more trouble than other models', '{model}: mais problemas que outros modelos'],
  'finding-why-safety': [
    'It reported a code that speaks of danger to people. Nothing is reset by itself.',
    'Ela informou um código que indica perigo para pessoas. Nada é reiniciado automaticamente.',
  ],
  'finding-why-relay-failing': [
    '{count} signs of a worn contactor in {hours} h, {usual} are usual: no energy came after the start, or the contactor was reported at fault.',
    '{count} sinais de contator gasto em {hours} h, o normal é {usual}: a energia não veio após o início, ou o contator foi informado com defeito.',
  ],
  'finding-why-overheating': [
    'While it charges the connector warms up by {now} °C; {usual} °C is usual there.',
    'Enquanto carrega, o conector esquenta {now} °C; o normal ali é {usual} °C.',
  ],
  'finding-why-late-energy': [
    'Energy comes {now} s after the start; {usual} s is usual there.',
    'A energia vem {now} s após o início; o normal ali é {usual} s.',
  ],
  'finding-why-out-of-order': [
    'The connector has been out of order for {hours} h.',
    'O conector está fora de serviço há {hours} h.',
  ],
  'finding-why-silent': ['Nothing has been heard of it for {hours} h.', 'Nada se ouve dela há {hours} h.'],
  'finding-why-too-hot': [
    'It reported to be too hot {count} times in {hours} h; {usual} are usual.',
    'Informou {count} vezes em {hours} h que está quente demais; o normal é {usual}.',
  ],
  'finding-why-meter-rhythm': [
    'Meter values come {now} times as irregularly as usual.',
    'Os valores do medidor vêm {now} vezes mais irregulares que o normal.',
  ],
  'finding-why-meter-count': [
    '{count} times in {hours} h the register did not follow the power, or the meter was reported at fault; {usual} are usual.',
    '{count} vezes em {hours} h o medidor de energia não acompanhou a potência, ou o medidor foi informado com defeito; o normal é {usual}.',
  ],
  'finding-why-lock-failing': [
    '{count} lock failures in {hours} h; {usual} are usual.',
    '{count} falhas da trava em {hours} h; o normal é {usual}.',
  ],
  'finding-why-meter-failing': [
    'Meter values are {now} times as irregular as usual, or the register does not follow the power ({count} signs in {hours} h).',
    'Os valores do medidor estão {now} vezes mais irregulares que o normal, ou o medidor de energia não acompanha a potência ({count} sinais em {hours} h).',
  ],
  'finding-why-starts-failing': [
    '{count} of the last {of} sessions failed to start; {usual} % is usual.',
    '{count} das últimas {of} sessões não conseguiram começar; o normal é {usual} %.',
  ],
  'finding-why-restarting': [
    'It restarted {count} times in {hours} h without being asked; {usual} are usual.',
    'Reiniciou {count} vezes em {hours} h sem que ninguém pedisse; o normal é {usual}.',
  ],
  'finding-why-memory-leak': [
    'Its answers take {now} s, {usual} s is usual; they get slower until it restarts ({count} restarts in {hours} h).',
    'Suas respostas levam {now} s, o normal é {usual} s; ficam mais lentas até ela reiniciar ({count} reinícios em {hours} h).',
  ],
  'finding-why-link-unstable': [
    'The connection was lost {count} times in {hours} h; {usual} are usual.',
    'A conexão caiu {count} vezes em {hours} h; o normal é {usual}.',
  ],
  'finding-why-clock-drifting': [
    'Its clock is {now} s off; it used to be {usual} s.',
    'Seu relógio está {now} s fora; antes eram {usual} s.',
  ],
  'finding-why-power-low': [
    'It delivers {now} % of what it offers; {usual} % is usual there.',
    'Entrega {now} % do que oferece; o normal ali é {usual} %.',
  ],
  'finding-why-answers-slow': [
    'Its answers take {now} s; {usual} s is usual.',
    'Suas respostas levam {now} s; o normal é {usual} s.',
  ],
  'finding-why-fault-recurring': [
    'A fault was reported {count} times in {hours} h; {usual} are usual.',
    'Uma falha foi informada {count} vezes em {hours} h; o normal é {usual}.',
  ],
  'finding-why-firmware-regression': [
    '{count} of its {of} stations had trouble, {now} times as often as stations with other firmware.',
    '{count} de suas {of} estações tiveram problemas, {now} vezes mais que estações com outro firmware.',
  ],
  'finding-why-model-prone': [
    '{count} of its {of} stations had trouble, {now} times as often as the rest of the fleet.',
    '{count} de suas {of} estações tiveram problemas, {now} vezes mais que o resto da frota.',
  ],
  'remedy-ask-status': ['Ask it how it is now.', 'Pergunte como ela está agora.'],
  'remedy-push-profiles': [
    'Clear its charging profiles and send them again.',
    'Apague os perfis de recarga e envie-os de novo.',
  ],
  'remedy-clear-cache': ['Clear its authorization cache.', 'Limpe o cache de autorização.'],
  'remedy-stop-zombie': ['Stop the session that hangs.', 'Encerre a sessão travada.'],
  'remedy-unlock': ['Unlock the connector while no car is there.', 'Destrave o conector enquanto não há carro.'],
  'remedy-toggle-availability': [
    'Take the connector out of service and back in.',
    'Tire o conector de serviço e recoloque-o.',
  ],
  'remedy-soft-reset': ['Restart it once nobody charges.', 'Reinicie quando ninguém estiver recarregando.'],
  'remedy-hard-reset': ['Restart it at once, while nobody charges.', 'Reinicie já, sem ninguém recarregando.'],
  'remedy-get-log': ['Fetch its log.', 'Busque o log.'],
  'remedy-update-firmware': [
    'Compare its firmware with that of healthy stations and update or roll back.',
    'Compare o firmware com o de estações saudáveis e atualize ou volte atrás.',
  ],
  'remedy-ticket': ['Send somebody to look at it.', 'Envie alguém para verificar.'],
  'place-of-connector': ['{stationId} connector {connector}', '{stationId} conector {connector}'],
  'no-finding': ['There is no finding {findingId}; list the findings.', 'Não há diagnóstico {findingId}; liste-os.'],
  'finding-is-closed': [
    'This finding was closed at {closedAt}; what was said then stays.',
    'Este diagnóstico foi encerrado em {closedAt}; o que foi dito fica.',
  ],
} as const satisfies Record<string, readonly [en: string, pt: string]>;
