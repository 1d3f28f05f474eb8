! Euler's method in Fortran:
! gfortran clients/fortran/assay_client.f90 examples/euler.f90 -o euler && assay audit --exec ./euler --claim order=1
module euler_methods
  use assay_client
  implicit none
contains
  subroutine euler(t, h, z, failed)
    real(real64), intent(in) :: t, h
    real(real64), intent(inout) :: z(:)
    logical, intent(out) :: failed
    failed = .false.
    z = z + h * assay_rhs(t, z)
  end subroutine
end module

program euler_program
  use euler_methods
  implicit none
  call assay_serve("fortran-euler", euler)
end program
