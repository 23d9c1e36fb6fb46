// AssemblyScript. After a change, with assemblyscript 0.28.20 installed elsewhere:
// asc gemm.as.ts -o gemm.wasm --enable simd --runtime stub --noAssert -O3 --importMemory

// Multiplies the m x k matrix `a` by the k x n matrix `b`, adds `bias`, and stores the m x n result in `c`.
// All numbers are 32-bit floats, and all pointers are byte addresses. `b` is stored in strips of eight
// columns; the rows of a strip follow each other. Four rows and eight columns are computed at a time.
export function gemm(a: usize, b: usize, c: usize, bias: usize, m: i32, k: i32, n: i32, relu: i32): void {
  const kb = k << 2;
  const nb = n << 2;
  const zero = f32x4.splat(0);
  for (let j = 0; j < n; j += 8) {
    const bj = b + j * kb;
    const bias0 = v128.load(bias + (j << 2));
    const bias1 = v128.load(bias + (j << 2) + 16);
    let i = 0;
    for (; i + 4 <= m; i += 4) {
      const a0 = a + i * kb,
        a1 = a0 + kb,
        a2 = a1 + kb,
        a3 = a2 + kb;
      let c00 = bias0,
        c01 = bias1,
        c10 = bias0,
        c11 = bias1,
        c20 = bias0,
        c21 = bias1,
        c30 = bias0,
        c31 = bias1;
      let bp = bj;
      for (let p = 0; p < kb; p += 4) {
        const b0 = v128.load(bp),
          b1 = v128.load(bp + 16);
        bp += 32;
        let x = v128.load32_splat(a0 + p);
        c00 = f32x4.add(c00, f32x4.mul(x, b0));
        c01 = f32x4.add(c01, f32x4.mul(x, b1));
        x = v128.load32_splat(a1 + p);
        c10 = f32x4.add(c10, f32x4.mul(x, b0));
        c11 = f32x4.add(c11, f32x4.mul(x, b1));
        x = v128.load32_splat(a2 + p);
        c20 = f32x4.add(c20, f32x4.mul(x, b0));
        c21 = f32x4.add(c21, f32x4.mul(x, b1));
        x = v128.load32_splat(a3 + p);
        c30 = f32x4.add(c30, f32x4.mul(x, b0));
        c31 = f32x4.add(c31, f32x4.mul(x, b1));
      }
      if (relu) {
        c00 = f32x4.max(c00, zero);
        c01 = f32x4.max(c01, zero);
        c10 = f32x4.max(c10, zero);
        c11 = f32x4.max(c11, zero);
        c20 = f32x4.max(c20, zero);
        c21 = f32x4.max(c21, zero);
        c30 = f32x4.max(c30, zero);
        c31 = f32x4.max(c31, zero);
      }
      let cp = c + i * nb + (j << 2);
      v128.store(cp, c00);
      v128.store(cp + 16, c01);
      cp += nb;
      v128.store(cp, c10);
      v128.store(cp + 16, c11);
      cp += nb;
      v128.store(cp, c20);
      v128.store(cp + 16, c21);
      cp += nb;
      v128.store(cp, c30);
      v128.store(cp + 16, c31);
    }
    for (; i < m; i++) {
      const a0 = a + i * kb;
      let c00 = bias0,
        c01 = bias1;
      let bp = bj;
      for (let p = 0; p < kb; p += 4) {
        const x = v128.load32_splat(a0 + p);
        c00 = f32x4.add(c00, f32x4.mul(x, v128.load(bp)));
        c01 = f32x4.add(c01, f32x4.mul(x, v128.load(bp + 16)));
        bp += 32;
      }
      if (relu) {
        c00 = f32x4.max(c00, zero);
        c01 = f32x4.max(c01, zero);
      }
      const cp = c + i * nb + (j << 2);
      v128.store(cp, c00);
      v128.store(cp + 16, c01);
    }
  }
}
