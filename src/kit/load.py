"""load.py UUID SECONDS: keeps one GPU busy for so long, then ends. With torch where it is there, else with the driver alone."""

import ctypes
import os
import signal
import sys
import time

SPIN = b"""
.version 6.0
.target sm_50
.address_size 64
.visible .entry spin(.param .u64 out)
{
    .reg .f32 %f<3>;
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    .reg .pred %p;
    ld.param.u64 %rd1, [out];
    mov.f32 %f1, 0f3F800000;
    mov.f32 %f2, 0f3F7FBE77;
    mov.u32 %r1, 0;
again:
    fma.rn.f32 %f1, %f1, %f2, %f2;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p, %r1, 2000000;
    @%p bra again;
    st.global.f32 [%rd1], %f1;
    ret;
}
\0"""


def with_torch(torch, until):
    matrix = torch.randn(8192, 8192, device="cuda", dtype=torch.float16)
    print("torch", torch.__version__, "multiplies matrices", flush=True)
    while time.monotonic() < until:
        for _ in range(20):
            matrix @ matrix
        torch.cuda.synchronize()


def with_driver(until):
    cuda = ctypes.CDLL("libcuda.so.1")

    def call(name, *arguments):
        code = getattr(cuda, name)(*arguments)
        if code != 0:
            sys.exit(f"{name} answered {code}")

    call("cuInit", 0)
    device, context, module, kernel = ctypes.c_int(), ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuCtxCreate_v2", ctypes.byref(context), 0, device)
    call("cuModuleLoadData", ctypes.byref(module), SPIN)
    call("cuModuleGetFunction", ctypes.byref(kernel), module, b"spin")
    memory = ctypes.c_uint64()
    call("cuMemAlloc_v2", ctypes.byref(memory), ctypes.c_size_t(1 << 30))
    arguments = (ctypes.c_void_p * 1)(ctypes.cast(ctypes.pointer(memory), ctypes.c_void_p))
    print("libcuda runs a kernel that counts", flush=True)
    while time.monotonic() < until:
        call("cuLaunchKernel", kernel, 1024, 1, 1, 256, 1, 1, 0, None, arguments, None)
        call("cuCtxSynchronize")


def main():
    seconds = int(sys.argv[2])
    signal.alarm(seconds + 10)
    os.environ["CUDA_VISIBLE_DEVICES"] = sys.argv[1]
    until = time.monotonic() + seconds
    try:
        import torch

        usable = torch.cuda.is_available()
    except ImportError:
        usable = False
    if usable:
        with_torch(torch, until)
    else:
        with_driver(until)


if __name__ == "__main__":
    main()
