! Lets assay audit integrators that are written in Fortran.  Copy this file beside yours.
!
!     module my_methods
!       use assay_client
!       implicit none
!     contains
!       subroutine euler(t, h, z, failed)
!         real(real64), intent(in) :: t, h
!         real(real64), intent(inout) :: z(:)
!         logical, intent(out) :: failed          ! .true. where the step cannot be made
!         failed = .false.
!         z = z + h * assay_rhs(t, z)             ! the right-hand side of z' = f(t, z), which assay evaluates
!       end subroutine
!     end module
!
!     program my_euler
!       use my_methods
!       call assay_serve("my-euler", euler)
!     end program
!
! and then:  gfortran assay_client.f90 my_euler.f90 -o my-euler
!            assay audit --exec ./my-euler --claim order=1
!
! A step depends on (t, h, z) alone.  assay_evaluate("gradient", t, z, count) is another function of the model, with so many
! values; assay_model, assay_constraints and assay_size are what assay says of it, and assay_serve(name, method, &
! "hamiltonian constraints order 2") gives the form, where it is not ode, and what the method says of itself.
module assay_client
  use, intrinsic :: iso_fortran_env, only: real64, input_unit, output_unit
  implicit none
  private
  public :: assay_rhs, assay_evaluate, assay_serve, assay_model, assay_constraints, assay_size, real64

  character(len=:), allocatable, save :: line
  character(len=32), save :: asked
  character(len=64), save, protected :: assay_model = ''
  integer, save, protected :: assay_constraints = 0, assay_size = 0
  real(real64), parameter :: none(0) = 0

  abstract interface
    subroutine assay_step(t, h, z, failed)
      import :: real64
      real(real64), intent(in) :: t, h
      real(real64), intent(inout) :: z(:)
      logical, intent(out) :: failed
    end subroutine
  end interface

contains

  subroutine hear()
    character(len=512) :: part
    integer :: status, count
    line = ''
    do
      read (input_unit, '(a)', advance='no', size=count, iostat=status) part
      if (status /= 0 .and. .not. is_iostat_eor(status)) stop
      line = line // part(:count)
      if (status /= 0) exit
    end do
  end subroutine

  logical function starts_with(word)
    character(len=*), intent(in) :: word
    starts_with = index(line, word) == 1
  end function

  ! One write a line: assay is woken once.
  subroutine say(text, x)
    character(len=*), intent(in) :: text
    real(real64), intent(in) :: x(:)
    write (output_unit, '(a,*(1x,es25.17e3))') text, x
    flush (output_unit)
  end subroutine

  ! What follows the first `count` words of the line.
  function rest(count) result(text)
    integer, intent(in) :: count
    character(len=:), allocatable :: text
    integer :: i, k
    text = line
    do i = 1, count
      text = trim(adjustl(text))
      k = index(text // ' ', ' ')
      text = text(min(k, len(text) + 1):)
    end do
  end function

  function assay_rhs(t, z) result(k)
    real(real64), intent(in) :: t, z(:)
    real(real64) :: k(size(z))
    k = assay_evaluate('rhs', t, z, size(z))
  end function

  function assay_evaluate(name, t, z, count) result(k)
    character(len=*), intent(in) :: name
    real(real64), intent(in) :: t, z(:)
    integer, intent(in) :: count
    real(real64) :: k(count)
    character(len=:), allocatable :: numbers
    call say('evaluate ' // trim(asked) // ' ' // name // ' 1', [t, z])
    call hear()
    if (.not. starts_with('value ')) stop 1
    numbers = rest(2)
    if (count > 0) read (numbers, *) k
  end function

  subroutine answer_step(method, dimension)
    procedure(assay_step) :: method
    integer, intent(in) :: dimension
    real(real64) :: numbers(dimension + 2)
    character(len=:), allocatable :: text
    logical :: failed
    text = adjustl(rest(1))
    asked = text(:index(text, ' ') - 1)
    text = rest(2)
    read (text, *) numbers
    call method(numbers(1), numbers(2), numbers(3:), failed)
    if (failed) then
      call say('failed ' // trim(asked) // ' the step cannot be made', none)
    else
      call say('done ' // trim(asked), numbers(3:))
    end if
  end subroutine

  ! Answers assay until it has enough.
  subroutine assay_serve(name, method, form)
    character(len=*), intent(in) :: name
    procedure(assay_step) :: method
    character(len=*), intent(in), optional :: form
    character(len=:), allocatable :: text, own
    character(len=16) :: word(3)
    integer :: dimension
    dimension = 0
    own = 'ode'
    if (present(form)) own = form
    do
      call hear()
      if (starts_with('hello ')) then
        if (index(line, ' double') > 0) then
          call say('methods ' // name // ' form ' // own, none)
        else
          call say('unsupported this method is written for double', none)
        end if
      else if (starts_with('model ')) then
        text = rest(1)
        read (text, *) assay_model, word(1), dimension, word(2), assay_constraints, word(3), assay_size
        dimension = assay_size
        call say('ok', none)
      else if (starts_with('reset')) then
        call say('ok', none)
      else if (starts_with('step ')) then
        call answer_step(method, dimension)
      else if (starts_with('quit')) then
        return
      end if
    end do
  end subroutine
end module
