/** The banner on the state of the server. */
export const status = {
  'status.label': 'Server status',
  'status.low': 'Disk space for recordings is low ({free} left). Free up space in the data folder.',
  'status.short':
    'Disk space for recordings has been too low since {time} ({free} left). New games are refused. Free up space in the data folder.',
  'status.full':
    'The disk has been full since {time}. Viewers can still watch live, but recordings have gaps. Free up space in the data folder.',
  'status.broken':
    'The disk has not been writable since {time}. Viewers can still watch live, but recordings have gaps. Check the disk of the data folder.',
  'status.slow':
    'The disk has been too slow since {time}. Viewers can still watch live, but recordings have gaps. Check what else is using the disk.',
  'status.noKeys':
    'Nothing is for sale: the server has no Stripe keys. Set them, or set TOUCHLINE_TEST_PAYMENTS=true to try it out.',
  'status.realBefore':
    'Nothing is for sale: this server has taken real payments but no longer has live Stripe keys. Set them and restart the server.',
  'status.lost': '{title}: the encoder has been disconnected since {time}. The game continues when it reconnects.',
  'status.silent':
    '{title}: the encoder is connected, but has sent nothing since {time}. Check its video source and its connection.',
  'status.noTables':
    '{title}: nothing can be shown since {time}, because the encoder’s transport stream has no tables (PAT and PMT). Set the encoder to send them.',
  'status.noPictures':
    '{title}: the encoder has been sending since {time}, but no video that can be shown. Set it to H.264 video with AAC audio.',
  'status.keyFrames':
    '{title}: the encoder’s key frames are too far apart, so viewers wait at the start. Set its key frame interval to 2 s, not to “auto”.',
  'status.colours':
    '{title}: many devices cannot show the encoder’s colours. Set its colour format to 4:2:0 with 8 bits (NV12).',
} as const;
