let audio: AudioContext | null = null

/** High and short for right, low and twice for wrong: told apart without looking. Silent where the browser has no sound. */
export function playVerdict(isRight: boolean): void {
  try {
    audio ??= new AudioContext()
    void audio.resume()
    const tones = isRight
      ? [[1320, 0, 0.12]]
      : [
          [180, 0, 0.25],
          [140, 0.3, 0.4],
        ]
    for (const [hertz, after, seconds] of tones as [number, number, number][]) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.type = isRight ? 'sine' : 'square'
      tone.frequency.value = hertz
      volume.gain.value = isRight ? 0.3 : 0.4
      tone.connect(volume).connect(audio.destination)
      tone.start(audio.currentTime + after)
      tone.stop(audio.currentTime + after + seconds)
    }
  } catch {
    // The words and the color say the same.
  }
}
