export const WORDS = `
apple autumn bamboo basket beach bird blue boat book bread bridge butter button candle candy castle cherry circle
cloud coffee copper corner cotton desert dinner dragon eagle engine fire flower forest garden gold grape green guitar
hammer harbor honey house island jacket kitchen ladder lake lamp lemon letter lion market melon metal mirror monkey
moon morning mountain music ocean olive orange paper pepper piano pillow planet pocket potato purple rabbit rain river
rocket roof salt school shadow silver snow soup spring star stone sugar summer sun table tiger tomato tower train
travel tree turtle valley velvet village violin water whale wheel window winter wolf yellow zebra
`
  .trim()
  .split(/\s+/);
